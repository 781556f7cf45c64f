import { Alert, Button, Group, NumberInput, Radio, Skeleton, Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type CheckRule,
  checkRules,
  EquipmentChangedMeanwhile,
  type EquipmentSettings,
  equipment,
  equipmentCodes,
  equipmentGroups,
  equipmentItems,
  equippedClasses,
  errorCodes,
  isSameValue,
  type Least,
  mostOfItem,
  standardCheckRule,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { createSchema } from '../../ui/form/create-schema.ts'
import { ProblemText, SchemaForm } from '../../ui/form/schema-form.tsx'
import { useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { Section } from '../../ui/section.tsx'
import classes from './equipment.module.css'

/** How often vehicles are checked, and how many of each item they carry by class. */
export function EquipmentSettingsScreen() {
  const { t } = useTranslation('equipment')
  const settings = useQuery({ ...ask(equipment.settings, {}, true), refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader title={t('settings.title')} />
      {settings.isLoadingError ? (
        <QueryFailure query={settings} />
      ) : !settings.data ? (
        <Skeleton height="32rem" />
      ) : (
        <SettingsForm opened={settings.data} />
      )}
    </>
  )
}

type TypedLeast = Readonly<Record<keyof Least, number | string>>
/** The rule and the numbers of each item, its own or the default ones, so that two versions have the same fields. */
type SettingsValues = { [field: string]: CheckRule | TypedLeast }

const getRule = (values: SettingsValues) => values.check_rule as CheckRule
const getLeast = (values: SettingsValues, item: string) => values[item] as TypedLeast

function toVersion(settings: Pick<EquipmentSettings, 'check_rule' | 'levels' | 'version'>) {
  const own = new Map(settings.levels.map(({ item, least }) => [item, least]))
  const levels = equipmentCodes.map((item) => [item, own.get(item) ?? equipmentItems[item]?.least] as const)
  return {
    version: settings.version,
    values: { check_rule: settings.check_rule, ...Object.fromEntries(levels) } as SettingsValues,
  }
}

const standardSettings = toVersion({ check_rule: standardCheckRule, levels: [], version: 0 })

function readMeanwhile(detail: unknown) {
  const { settings } = EquipmentChangedMeanwhile.parse(detail)
  return { newest: toVersion(settings), changes: [settings] }
}

const settingsSchema = createSchema<SettingsValues>((values) =>
  equipmentCodes.flatMap((item) =>
    equippedClasses
      .filter((of) => typeof getLeast(values, item)[of] === 'string')
      .map((of) => ({ message: 'field-required', path: [item, of] })),
  ),
)

/** The items of which the hospital wants other numbers than the default. */
const toLevels = (values: SettingsValues) =>
  equipmentCodes.flatMap((item) => {
    const { ALS, BLS, FR } = getLeast(values, item)
    const least = { ALS: Number(ALS), BLS: Number(BLS), FR: Number(FR) }
    return isSameValue(least, equipmentItems[item]?.least) ? [] : [{ item, least }]
  })

function SettingsForm({ opened }: { opened: EquipmentSettings }) {
  const { t, i18n } = useTranslation('equipment')
  const itemName = useItemName()
  const { form, stored, conflict, fail, adoptSaved } = useVersionedForm({
    opened: toVersion(opened),
    schema: () => settingsSchema,
    readMeanwhile,
  })
  const send = useSend(equipment.saveSettings, {
    inline: true,
    outdates: [...outdatedByCheck, equipment.settings],
    onSuccess: ({ settings }) => adoptSaved(toVersion(settings)),
    onError: fail,
  })
  const nameField = (field: string) => (field === 'check_rule' ? t('settings.rule') : itemName(field))
  const nameFields = (fields: readonly string[]) => fields.map(nameField).join(', ')
  const save = (values: SettingsValues) =>
    send.mutate({ check_rule: getRule(values), levels: toLevels(values), version: stored.version })
  const { updated_at, updated_by } = conflict?.changes[0] ?? opened
  return (
    <SchemaForm form={form} className={classes.sheet} onSubmit={save}>
      {conflict && (
        <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} title={t('settings.meanwhile')}>
          {conflict.taken.length > 0 && (
            <p>{t('settings.meanwhile-taken', { fields: nameFields(conflict.taken) })}</p>
          )}
          {conflict.clashes.length > 0 && (
            <p>
              {t('settings.meanwhile-yours', {
                fields: nameFields(conflict.clashes.flatMap(({ fields }) => fields)),
              })}
            </p>
          )}
        </Alert>
      )}
      <p className={classes.hint}>
        {updated_at === null || updated_by === null
          ? t('settings.unsaved')
          : t('settings.saved-by', {
              time: formatTime(updated_at, i18n.language, 'dd MMM yyyy HH:mm'),
              person: formatStaffName(updated_by),
            })}
      </p>
      <Section title={t('settings.rule')}>
        <p className={classes.hint}>{t('settings.rule-default')}</p>
        <Radio.Group aria-label={t('settings.rule')} {...form.getInputProps('check_rule')}>
          <Stack gap="sm">
            {checkRules.map((value) => (
              <Radio key={value} size="md" value={value} label={t(`settings.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
      </Section>
      <p className={classes.hint}>{t('settings.levels-hint')}</p>
      {equipmentGroups.map((group) => (
        <Section key={group} title={t(`group.${group}`)}>
          <SidewaysScroller label={`${t('settings.title')}: ${t(`group.${group}`)}`}>
            <table className={classes.levels}>
              <thead>
                <tr>
                  <th scope="col">{t('settings.item')}</th>
                  {equippedClasses.map((of) => (
                    <th key={of} scope="col">
                      {of}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {equipmentCodes
                  .filter((item) => equipmentItems[item]?.group === group)
                  .map((item) => (
                    <tr key={item}>
                      <th scope="row">{itemName(item)}</th>
                      {equippedClasses.map((of) => {
                        const standard = equipmentItems[item]?.least[of] ?? 0
                        const count = getLeast(form.values, item)[of]
                        return (
                          <td key={of}>
                            <NumberInput
                              {...form.getInputProps(`${item}.${of}`)}
                              className={classes.number}
                              hideControls
                              aria-label={t('settings.number-of', { item: itemName(item), class: of })}
                              required
                              size="md"
                              min={0}
                              max={mostOfItem}
                              allowDecimal={false}
                              allowNegative={false}
                              inputMode="numeric"
                              error={typeof count === 'string' && <ProblemText message="field-required" />}
                            />
                            {Number(count) !== standard && (
                              <span className={classes.quiet}>
                                {t('settings.default', { count: standard })}
                              </span>
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  ))}
              </tbody>
            </table>
          </SidewaysScroller>
        </Section>
      ))}
      {send.error?.code !== errorCodes['changed-meanwhile'] && <FailureAlert error={send.error} />}
      <div className={classes.foot}>
        <Button variant="default" size="md" onClick={() => form.setValues(standardSettings.values)}>
          {t('settings.to-default')}
        </Button>
        <Group>
          <Button size="lg" type="submit" loading={send.isPending}>
            {t('settings.save')}
          </Button>
        </Group>
      </div>
    </SchemaForm>
  )
}

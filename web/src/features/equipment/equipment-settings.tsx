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
  type Fields,
  isSameValue,
  type Least,
  mostOfItem,
  standardCheckRule,
} from 'contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { type Merge, mergeEdits } from '../../ui/form/merge-edits.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
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
type Levels = Readonly<Record<string, TypedLeast>>

const toLevels = ({ levels }: Pick<EquipmentSettings, 'levels'>): Levels =>
  Object.fromEntries(levels.map(({ item, least }) => [item, least]))

const getLeastOf = (levels: Levels, item: string) =>
  levels[item] ?? (equipmentItems[item]?.least as TypedLeast)

/** Each item with its numbers, its own or the default ones, so that two versions have the same fields. */
const toFields = (check_rule: CheckRule, levels: Levels): Fields => ({
  check_rule,
  ...Object.fromEntries(equipmentCodes.map((item) => [item, getLeastOf(levels, item)])),
})

function SettingsForm({ opened }: { opened: EquipmentSettings }) {
  const { t, i18n } = useTranslation('equipment')
  const itemName = useItemName()
  const [settings, setSettings] = useState(opened)
  const [rule, setRule] = useState(opened.check_rule)
  const [levels, setLevels] = useState(() => toLevels(opened))
  const [conflict, setConflict] = useState<Merge>()
  const send = useSend(equipment.saveSettings, {
    inline: true,
    outdates: [...outdatedByCheck, equipment.settings],
    onSuccess: ({ settings: saved }) => {
      setSettings(saved)
      setConflict(undefined)
    },
    onError: ({ detail }) => {
      const changed = EquipmentChangedMeanwhile.safeParse(detail)
      if (changed.success) takeOver(changed.data.settings)
    },
  })
  /** Takes over what somebody else saved, and keeps what the user has changed. */
  function takeOver(theirs: EquipmentSettings) {
    const merge = mergeEdits({
      before: toFields(settings.check_rule, toLevels(settings)),
      mine: toFields(rule, levels),
      theirs: toFields(theirs.check_rule, toLevels(theirs)),
    })
    const { check_rule, ...merged } = merge.merged
    setRule(check_rule as CheckRule)
    setLevels(
      Object.fromEntries(
        Object.entries(merged as Levels).filter(
          ([item, least]) => !isSameValue(least, equipmentItems[item]?.least),
        ),
      ),
    )
    setSettings(theirs)
    setConflict(merge)
  }
  const nameField = (field: string) => (field === 'check_rule' ? t('settings.rule') : itemName(field))
  const nameFields = (fields: readonly string[]) => fields.map(nameField).join(', ')
  const getLeast = (item: string) => getLeastOf(levels, item)
  const change = (item: string, of: keyof Least, count: number | string) =>
    setLevels((before) => ({ ...before, [item]: { ...getLeast(item), [of]: count } }))
  const element = useRef<HTMLDivElement>(null)
  const save = () => {
    const empty = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (empty) {
      empty.focus()
      return
    }
    send.mutate({
      check_rule: rule,
      levels: Object.entries(levels).map(([item, least]) => ({
        item,
        least: {
          ALS: Number(least.ALS),
          BLS: Number(least.BLS),
          FR: Number(least.FR),
        },
      })),
      version: settings.version,
    })
  }
  const { updated_at, updated_by } = settings
  return (
    <div ref={element} className={classes.sheet}>
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
        <Radio.Group
          aria-label={t('settings.rule')}
          value={rule}
          onChange={(value) => setRule(checkRules.find((one) => one === value) ?? standardCheckRule)}
        >
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
                        const count = getLeast(item)[of]
                        return (
                          <td key={of}>
                            <NumberInput
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
                              value={count}
                              error={typeof count === 'string' && <ProblemText message="field-required" />}
                              onChange={(value) => change(item, of, value)}
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
      {send.error && !EquipmentChangedMeanwhile.safeParse(send.error.detail).success && (
        <FailureAlert error={send.error} />
      )}
      <div className={classes.foot}>
        <Button
          variant="default"
          size="md"
          onClick={() => {
            setRule(standardCheckRule)
            setLevels({})
          }}
        >
          {t('settings.to-default')}
        </Button>
        <Group>
          <Button size="lg" loading={send.isPending} onClick={save}>
            {t('settings.save')}
          </Button>
        </Group>
      </div>
    </div>
  )
}

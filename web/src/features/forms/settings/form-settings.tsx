import { Button, Checkbox, NativeSelect, Skeleton, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type AnswerField,
  type Field,
  type FieldProblem,
  type FormName,
  type FormSettings,
  findForm,
  formNames,
  formSettings,
  HeldFormSettings,
  listAskableFields,
  type OptionList,
  type OwnOptions,
  type Result,
} from 'contract'
import { type FormEvent, memo, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { NameOwnOptions } from '../../../clinical/ambulance/own-options.tsx'
import { SaveHistory } from '../../../clinical/save-history.tsx'
import { FailureAlert } from '../../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import { DrugSettings, type EditDrugs } from './drug-settings.tsx'
import classes from './form-settings.module.css'
import { DrugsOfHospital } from './hospital-drugs.tsx'
import { HospitalList } from './hospital-list.tsx'
import { mergeFormSettings } from './merge-form-settings.ts'
import { type EditSettings, OfferedOptions } from './offered-options.tsx'
import { TransportPlans } from './transport-plans.tsx'

/**
 * What the hospital asks beyond the released forms, what it adds and does not offer, its drugs and plans, and who
 * approved its lists.
 */
export function FormSettingsScreen() {
  const { t } = useTranslation('forms')
  const found = useQuery({ ...ask(formSettings.get, {}, true), refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader title={t('settings.title')} />
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="32rem" />
      ) : (
        <SettingsForm key={found.data.version} held={found.data} />
      )}
    </>
  )
}

const noProblems: readonly FieldProblem[] = []

function SettingsForm({ held }: { held: Result<typeof formSettings.get> }) {
  const { t } = useTranslation('forms')
  const [base, setBase] = useState({ settings: held.settings, version: held.version })
  const [settings, setSettings] = useState(held.settings)
  const [formName, setFormName] = useState<FormName>(formNames[0])
  const [reason, setReason] = useState('')
  const send = useSend(formSettings.update, {
    inline: true,
    outdates: [formSettings.get],
    onError: ({ detail }) => {
      const newest = HeldFormSettings.safeParse(detail).data
      if (!newest) return
      const before = base.settings
      setSettings((mine) => mergeFormSettings({ before, mine, theirs: newest.settings }))
      setBase(newest)
    },
  })
  const editDrugs: EditDrugs = useCallback(
    (edit) => setSettings((mine) => ({ ...mine, drugs: edit(mine.drugs) })),
    [],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ version: base.version, settings, reason })
  }
  const problem = (field: string) => {
    const found = send.error?.fields.find((one) => one.field === field)
    return found && <ProblemText message={found.message} />
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.lead}>{t('settings.lead')}</p>
        <DrugsOfHospital value={settings.drugs}>
          <NameOwnOptions own={base.settings.own_options}>
            <FormPart
              name={formName}
              settings={settings}
              saved={base.settings.own_options}
              onName={setFormName}
              onEdit={setSettings}
              problems={send.error?.fields ?? noProblems}
            />
          </NameOwnOptions>
        </DrugsOfHospital>
        <DrugSettings
          settings={settings}
          onChange={setSettings}
          problem={problem}
          onEdit={editDrugs}
          problems={send.error?.fields ?? noProblems}
        />
        <HospitalList
          hospitals={settings.hospitals}
          onChange={(hospitals) => setSettings({ ...settings, hospitals })}
          problems={send.error?.fields ?? []}
        />
        <TransportPlans settings={settings} onChange={setSettings} problem={problem} />
        <Section title={t('settings.save')}>
          <Stack gap="sm" align="start">
            <Textarea
              label={t('settings.reason')}
              required
              size="md"
              autosize
              minRows={2}
              w="100%"
              maw="40rem"
              value={reason}
              error={problem('reason')}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <FailureAlert error={send.error} />
            <Button type="submit" size="md" loading={send.isPending}>
              {t('settings.save')}
            </Button>
          </Stack>
        </Section>
        {held.history.length > 0 && (
          <Section title={t('settings.history')}>
            <SaveHistory saves={held.history}>{({ reason: why }) => <p>{why}</p>}</SaveHistory>
          </Section>
        )}
      </Stack>
    </form>
  )
}

type PartProps = {
  name: FormName
  settings: FormSettings
  saved: OwnOptions
  onName: (name: FormName) => void
  onEdit: EditSettings
  problems: readonly FieldProblem[]
}

function FormPart({ name, settings, saved, onName, onEdit, problems }: PartProps) {
  const { t } = useTranslation(['forms', ...formNames])
  const { formatSection, formatField } = useFormTexts(name)
  const form = findForm(name)
  const askable = listAskableFields(name)
  const titles = formNames.map((one) => ({
    value: one,
    label: (t as (key: string) => string)(`${one}:title`),
  }))
  const needed = settings.needed[name] ?? []
  const wrong = problems.find(({ field }) => field === `settings.needed.${name}`)
  return (
    <Section title={t('settings.fields')}>
      <Stack gap="md">
        <NativeSelect
          label={t('settings.form')}
          size="md"
          maw="24rem"
          value={name}
          data={titles}
          onChange={({ currentTarget }) => onName(currentTarget.value as FormName)}
        />
        {wrong && <ProblemText message={wrong.message} />}
        {form?.sections
          .map(({ name: section, fields }) => ({
            section,
            fields: Object.entries(fields).filter(([field]) => askable.has(field)),
          }))
          .filter(({ fields }) => fields.length > 0)
          .map(({ section, fields }) => (
            <fieldset key={section} className={classes.section}>
              <legend>{formatSection(section)}</legend>
              {fields.map(([field, description]) => (
                <div key={field} className={classes.field}>
                  <NeededField
                    formName={name}
                    field={field}
                    isAlways={description.need === 'always'}
                    isNeeded={needed.includes(field)}
                    onEdit={onEdit}
                  />
                  {listChoices(description).map(([key, list]) => (
                    <OfferedOptions
                      key={key}
                      formName={name}
                      label={t('settings.offered', { field: formatField(key || field) })}
                      list={list}
                      left={settings.not_offered[list]}
                      own={settings.own_options[list]}
                      saved={saved[list]?.length ?? 0}
                      onEdit={onEdit}
                      problems={problems}
                    />
                  ))}
                </div>
              ))}
            </fieldset>
          ))}
      </Stack>
    </Section>
  )
}

type NeededFieldProps = {
  formName: FormName
  field: string
  isAlways: boolean
  isNeeded: boolean
  onEdit: EditSettings
}

/** A form has hundreds: one is drawn again when it changes, and not at each letter of a new option. */
const NeededField = memo(function NeededField({
  formName,
  field,
  isAlways,
  isNeeded,
  onEdit,
}: NeededFieldProps) {
  const { t } = useTranslation('forms')
  const { formatField } = useFormTexts(formName)
  const toggle = () =>
    onEdit((before) => {
      const needed = before.needed[formName] ?? []
      const next = isNeeded ? needed.filter((one) => one !== field) : [...needed, field]
      return { ...before, needed: { ...before.needed, [formName]: next } }
    })
  return (
    <Checkbox
      size="md"
      label={formatField(field)}
      description={isAlways ? t('settings.always') : undefined}
      checked={isAlways || isNeeded}
      disabled={isAlways}
      onChange={toggle}
    />
  )
})

/** The option lists of a field, or of the fields of its rows by their names. */
function listChoices(field: Field): [name: string, list: OptionList][] {
  const toList = (name: string, one: AnswerField): [string, OptionList][] =>
    one.kind === 'choice' || one.kind === 'choices' ? [[name, one.options]] : []
  if (field.kind === 'rows') return Object.entries(field.fields).flatMap(([name, one]) => toList(name, one))
  return toList('', field)
}

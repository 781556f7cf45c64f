import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import {
  type Answers,
  type Form,
  findFormSection,
  findLaterWriter,
  holds,
  isFinishedApart,
  listMissing,
  listMissingOfSection,
  listMissingSignatures,
  oldVitalsReason,
  type SignerRole,
} from 'contract'
import { Fragment, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { TabRow } from '../../ui/bar/tab-row.tsx'
import { Calculations } from './calculated.tsx'
import { FormField } from './form-field.tsx'
import classes from './forms.module.css'
import { PositionPicker, positionFields } from './place/position-picker.tsx'
import type { RecordStore } from './record-store.ts'
import { RowsInput } from './rows-field.tsx'
import { NeededSignature } from './signatures/needed-signature.tsx'
import { useFormTexts } from './use-form-texts.ts'
import { getCountedAnswers, useRecord, useRecordStore, useRestedRecord } from './use-record.ts'
import { OldVitals } from './vitals/old-vitals.tsx'

/** As many as a screen has room for are drawn at once, the others as soon as those are in sight. */
const firstFields = 8

type SectionsProps = {
  open: string | undefined
  onOpen: (section: string) => void
  /** Who signed already, also where there was no signal. */
  signed?: readonly SignerRole[]
  onSign?: (role: SignerRole) => void
}

/** The sections of the open record with what each still lacks; one of them is in view. */
export function RecordSections({ open, onOpen, signed = [], onSign = () => undefined }: SectionsProps) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { formatSection, formatSheet } = useFormTexts(store.getRecord().form)
  // Texts, so that the sections are redrawn only if a count changes.
  const lacking = useRestedRecord(describeLacking).split(' ')
  const unsigned = useRestedRecord((one) =>
    listMissingSignatures(
      one.form,
      one.getAnswers(),
      signed.map((role) => ({ role })),
    )
      .map(({ field }) => field)
      .join(' '),
  ).split(' ')
  const { permissions } = useUser()
  const { state } = store.getRecord()
  const isCounted = (one: Parameters<typeof isFinishedApart>[0]) =>
    state === 'complete' && isFinishedApart(one)
  const form = useRecord((one) => one.form)
  const sections = form.sections.flatMap((one, i) => {
    const writer = findLaterWriter(one, state)
    return lacking[i] === hidden || (writer && !permissions.includes(writer))
      ? []
      : [{ ...one, lacks: Number(lacking[i]) + unsigned.filter((field) => field in one.fields).length }]
  })
  const section = sections.find(({ name }) => name === open) ?? sections[0]
  const next = section && sections[sections.indexOf(section) + 1]
  const isWhole = useDeferredValue(true, false)
  const fields = Object.entries(section?.fields ?? {})
  return (
    <div className={classes.record}>
      <TabRow current={section?.name ?? ''} className={classes.sections}>
        <nav aria-label={t('sections')} className={classes.sectionList}>
          {sections.map(({ name, lacks, sheet, later }, i) => (
            <Fragment key={name}>
              {sheet && sheet !== sections[i - 1]?.sheet && (
                <span className={classes.sheetName}>{formatSheet(sheet)}</span>
              )}
              <button
                type="button"
                className={classes.sectionLink}
                aria-current={name === section?.name ? 'true' : undefined}
                onClick={() => onOpen(name)}
              >
                <span>{formatSection(name)}</span>
                <span className={lacks > 0 ? classes.missing : classes.done}>
                  {later && !isCounted({ later })
                    ? t('later')
                    : lacks > 0
                      ? t('missing', { count: lacks })
                      : t('done')}
                </span>
              </button>
            </Fragment>
          ))}
        </nav>
      </TabRow>
      {section && (
        <section className={classes.fields} aria-label={formatSection(section.name)}>
          {(isWhole ? fields : fields.slice(0, firstFields)).map(([name, field]) => {
            const needed = form.signatures?.find(({ unless }) => unless === name)
            if (needed) return <NeededSignature key={name} {...{ needed, signed, onSign }} />
            return field.kind === 'rows' ? (
              <RowsInput key={name} name={name} field={field} />
            ) : (
              <FormField key={name} path={name} />
            )
          })}
          {positionFields.every((name) => name in section.fields) && <PositionPicker />}
          {oldVitalsReason in section.fields && <OldVitals />}
          <Calculations calculations={section.calculations} />
          {next && (
            <div className={classes.next}>
              <Button
                variant="default"
                size="md"
                rightSection={<IconChevronRight size={18} aria-hidden />}
                onClick={() => onOpen(next.name)}
              >
                {t('next', { section: formatSection(next.name) })}
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

const hidden = '-'

const described = new WeakMap<RecordStore, { form: Form; answers: Answers; text: string }>()

/**
 * For each section of the form, how many needed answers it lacks; `-` if it is not shown.
 */
function describeLacking(store: RecordStore): string {
  const { form } = store
  const answers = getCountedAnswers(store)
  const known = described.get(store)
  if (known?.answers === answers && known.form === form) return known.text
  const apart = form.sections.filter(isFinishedApart)
  const missing = [
    ...listMissing(form, answers),
    ...apart.flatMap(({ name }) => listMissingOfSection(form, answers, name)),
  ].map(({ field }) => findSection(form, field))
  const text = form.sections
    .map(({ name, shown }) =>
      holds(shown, answers) ? String(missing.filter((section) => section === name).length) : hidden,
    )
    .join(' ')
  described.set(store, { form, answers, text })
  return text
}

/** The section in which the field of a path stands. */
export function findSection(form: Form, path: string): string | undefined {
  const [field = ''] = path.split('/')
  return findFormSection(form, field)?.name
}

import type { PrintoutSheet as PlannedSheet, Section } from 'contract'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { PrintoutHead } from '../../../clinical/print/printout-head.tsx'
import { formatPatientName, formatStaffName } from '../../../ui/person-name.ts'
import { Barcode } from '../../../ui/print/barcode.tsx'
import { PrintoutSheet } from '../../../ui/print/printout.tsx'
import { CalculationTexts } from '../calculated.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import classes from './form-printout.module.css'
import { ReadBefore, useFormPrint } from './print-context.ts'
import { PrintedDateTime } from './printed-date-time.tsx'
import { DepartureSteps, isDepartureStep } from './printed-departure.tsx'
import { PrintedField } from './printed-field.tsx'
import { PrintedSignatures } from './printed-signatures.tsx'
import { hasTimesBox, isInTimesBox, PrintedTimes } from './printed-times.tsx'
import { OtherVitals, useHasOtherVitals } from './printed-vitals.tsx'
import { ReferralActs } from './referral-acts.tsx'
import { RequestDecisions } from './request-decisions.tsx'
import { Blank } from './ticks.tsx'

/** One sheet of a form, with its title, its parts and who signs it. */
export function FormSheet({ planned, isFirst }: { planned: PlannedSheet; isFirst: boolean }) {
  const { formName, record, answers, isShown } = useFormPrint()
  const { t } = useTranslation('forms')
  // A sheet beside the official one is for what was written on it, or will be by hand.
  const isExtra = !isFirst && planned.signers.length === 0
  const isPrinted = (section: Section) =>
    isShown(section) &&
    (!isExtra || !answers || Object.keys(section.fields).some((name) => answers[name] !== undefined))
  const hasVitals = useHasOtherVitals() && planned.sheet === 'continuation'
  const parts = planned.parts
    .map((part) => ({ ...part, sections: part.sections.filter(isPrinted) }))
    .filter(({ sections }) => sections.length > 0)
  if (parts.length === 0 && !hasVitals) return null
  return (
    <PrintoutSheet head={<SheetHead sheet={planned.sheet} />}>
      <div className={classes.form} lang="th">
        {isFirst && <NothingFound />}
        {hasVitals && <OtherVitals />}
        {parts.map(({ heading, sections }) => (
          <Part key={heading ?? sections[0]?.name} heading={heading} sections={sections} />
        ))}
        {isFirst && formName === 'ambulance-referral' && <ReferralActs />}
        {isFirst && formName === 'ambulance-request' && <RequestDecisions />}
        {(isFirst || planned.signers.length > 0) && <PrintedSignatures signers={planned.signers} />}
        {isFirst && record && record.addenda.length > 0 && (
          <section className={classes.section}>
            <h2 className={classes.title}>{t('addenda')}</h2>
            {record.addenda.map(({ _id, what, why, at, by }) => (
              <p key={_id} className={classes.addendum}>
                {what} ({why}) – {formatStaffName(by)} · <PrintedDateTime at={at} />
              </p>
            ))}
          </section>
        )}
        {isFirst && formName === 'operation-form' && (
          <p className={classes.footnote}>{t('printout.return')}</p>
        )}
      </div>
    </PrintoutSheet>
  )
}

/** Levels of a unit that have a run sheet of their own. */
const levels = ['FR', 'BLS', 'ILS', 'ALS', 'SPECIAL']

function SheetHead({ sheet }: { sheet: string }) {
  const { t } = useTranslation('forms')
  const { formName, record, given } = useFormPrint()
  const { title, formatPrinted } = useFormTexts(formName)
  const { bars } = useContext(ReadBefore)
  const level = levels.find((one) => one === given['unit_level'])
  const own = sheet !== 'main' ? sheet : formName === 'operation-form' ? level : undefined
  const patient = record?.patient
  const mission = record?.mission?.number
  const name = patient ? formatPatientName(patient) : given['patient_name']
  const about = [
    record && t('printout.number', { number: record.number ?? '–' }),
    mission && t('printout.mission', { number: mission }),
    record && t(`state.${record.state}`),
  ]
  return (
    <div className={classes.head} lang="th">
      <div className={classes.sheet}>
        <PrintoutHead title={own ? formatPrinted(own) : title} about={about.filter(Boolean).join(' · ')} />
      </div>
      <div className={classes.who}>
        {bars && <Barcode bars={bars} />}
        {patient ? (
          <strong>HN {patient.hn}</strong>
        ) : mission ? (
          <strong>{mission}</strong>
        ) : (
          <span className={classes.hn}>
            HN <Blank />
          </span>
        )}
        {typeof name === 'string' ? <span>{name}</span> : !record && <Blank />}
      </div>
    </div>
  )
}

/** Nobody was found where the ambulance went. */
function NothingFound() {
  const { formName, given } = useFormPrint()
  const { formatOption } = useFormTexts(formName)
  if (given['result'] !== 'NOT_FOUND') return null
  return (
    <p className={classes.stamp}>
      <strong data-stamp>{formatOption('operation-result', 'NOT_FOUND')}</strong>
    </p>
  )
}

type PartProps = { heading: string | undefined; sections: readonly Section[] }

/** Sections under one heading; those after the first have a smaller one of their own. */
function Part({ heading, sections }: PartProps) {
  const { formName } = useFormPrint()
  const { formatSection, formatPrinted } = useFormTexts(formName)
  return (
    <section className={classes.section}>
      {sections.map((section, index) => {
        const isNamed = index === 0 ? heading === undefined : section.name !== sections[index - 1]?.name
        const Title = index === 0 ? 'h2' : 'h3'
        return (
          <div key={section.name} className={classes.part}>
            {index === 0 && heading !== undefined && (
              <h2 className={classes.title}>{formatPrinted(heading)}</h2>
            )}
            {isNamed && (
              <Title className={index === 0 ? classes.title : classes.subtitle}>
                {formatSection(section.name)}
              </Title>
            )}
            <PrintedSection section={section} title={formatSection(section.name)} />
          </div>
        )
      })}
    </section>
  )
}

function PrintedSection({
  section: { name, fields, calculations },
  title,
}: {
  section: Section
  title: string
}) {
  const { t } = useTranslation('forms')
  const { answers, record, isShown } = useFormPrint()
  const finished = record?.finished.find((one) => one.section === name)
  const hasTimes = hasTimesBox(fields)
  // Who the patient is stands in the head of each page.
  const shown = Object.entries(fields).filter(([, field]) => field.kind !== 'link' && isShown(field))
  const steps = shown.filter(([name]) => isDepartureStep(name))
  return (
    <>
      {hasTimes && <PrintedTimes fields={fields} />}
      {steps.length > 0 && <DepartureSteps names={steps.map(([name]) => name)} />}
      <div className={classes.fields}>
        {shown
          .filter(([name]) => !isDepartureStep(name) && !(hasTimes && isInTimesBox(name)))
          .map(([name, field]) => (
            <PrintedField key={name} name={name} field={field} title={title} />
          ))}
      </div>
      {answers && !hasTimes && <CalculationTexts calculations={calculations} answers={answers} />}
      {finished && (
        <p>
          {t('printout.finished', { person: formatStaffName(finished.by) })} ·{' '}
          <PrintedDateTime at={finished.at} />
        </p>
      )}
    </>
  )
}

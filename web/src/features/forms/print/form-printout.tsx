import { useQuery } from '@tanstack/react-query'
import { type Answers, arrangePrint, type Form, type FormName, type FormRecord, referrals } from 'contract'
import type { i18n } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { useBarcode } from '../../../ui/print/barcode.tsx'
import { Printouts } from '../../../ui/print/printout.tsx'
import { usePageWords } from '../../../ui/print/use-page-words.ts'
import classes from './form-printout.module.css'
import { FormSheet } from './form-sheet.tsx'
import { FormPrint, ReadBefore } from './print-context.ts'

type SheetsProps = {
  formName: FormName
  form: Form
  record?: FormRecord
  answers?: Answers | undefined
  /** The known answers of a blank form, which is printed for a day on which nobody can type. */
  known?: Answers
}

type FormPrintoutProps = SheetsProps & {
  thai: i18n
  /** The sheets of a draft, which have also what the server does not have yet. */
  children?: ReactNode
}

/** A form on A4 in Thai, with all options as on the official sheets, ticked or blank. */
export function FormPrintout({ thai, children, ...sheets }: FormPrintoutProps) {
  const { record } = sheets
  const bars = useBarcode(findCode(record))
  const referral = useQuery({
    ...ask(referrals.get, { _id: record?._id ?? '' }, true),
    enabled: record?.form === 'ambulance-referral',
  })
  return (
    <I18nextProvider i18n={thai}>
      <Suspense>
        <ReadBefore value={{ bars, acts: referral.data?.referral.acts ?? [] }}>
          <Printouts>{children ?? <FormSheets {...sheets} />}</Printouts>
        </ReadBefore>
      </Suspense>
    </I18nextProvider>
  )
}

/** The HN, or the number of the mission while nobody knows it; a draft without either has none. */
const findCode = (record: FormRecord | undefined): string =>
  record?.patient?.hn ?? record?.mission?.number ?? record?.number ?? ''

export function FormSheets({ formName, form, record, answers, known = {} }: SheetsProps) {
  const { t } = useTranslation('forms')
  usePageWords()
  return (
    <FormPrint value={{ formName, form, record, answers, known }}>
      {record && record.state !== 'complete' && (
        <div className={classes.watermark} aria-hidden>
          {t(`state.${record.state}`)}
        </div>
      )}
      {arrangePrint(form).map((sheet, index) => (
        <FormSheet key={sheet.sheet} planned={sheet} isFirst={index === 0} />
      ))}
    </FormPrint>
  )
}

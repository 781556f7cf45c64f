import {
  type EmptyReason,
  type FormName,
  isGivenAmount,
  isOwnCode,
  nameDrug,
  type OptionList,
  parseAnswerPath,
} from 'contract'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnOptionName } from '../../clinical/ambulance/own-options.tsx'
import { DrugsOfHospital } from './settings/hospital-drugs.tsx'
import { useRecordStore } from './use-record.ts'

/** The texts of a form: a namespace of its name, and the options that all forms share. */
export function useFormTexts(name: FormName) {
  const { t, i18n } = useTranslation([name, 'form-options', 'forms'])
  const drugs = useContext(DrugsOfHospital)
  const nameOwn = useOwnOptionName()
  const translate = t as (key: string) => string
  const translateOr = t as (key: string, options: { defaultValue: string }) => string
  return {
    // Each field of a form asks for texts at each keystroke: nothing is looked up that nobody reads.
    get title() {
      return translate(`${name}:title`)
    },
    /** The name on a button of a form that belongs to a mission. */
    get short() {
      return translate(`${name}:short`)
    },
    formatSection: (section: string) => translate(`${name}:section.${section}`),
    formatSheet: (sheet: string) => translate(`${name}:sheet.${sheet}`),
    /** Titles and headings that stand on paper alone. */
    formatPrinted: (heading: string) => translate(`${name}:printout.${heading}`),
    formatField: (field: string) => translate(`${name}:field.${field}`),
    /** Why the field of this name has no answer. */
    formatReason: (field: string, reason: EmptyReason) =>
      translate(isGivenAmount(field) ? `forms:amount-reason.${reason}` : `forms:reason.${reason}`),
    /** A unit without a word of its own is written as its symbol. */
    formatUnit: (unit: string) => translateOr(`forms:unit.${unit}`, { defaultValue: unit }),
    formatOption: (list: OptionList, value: string) => {
      if (isOwnCode(value)) return nameOwn(list, value, i18n.language)
      const label = translate(`form-options:${list}.${value}`)
      return list === 'drug' ? nameDrug(label, value, drugs) : label
    },
  }
}

/** The texts of one field of the open record. */
export function useFieldTexts(path: string) {
  const { formatField, formatOption, formatReason, formatUnit } = useFormTexts(
    useRecordStore().getRecord().form,
  )
  const place = parseAnswerPath(path)
  const name = place?.inner ?? place?.field ?? ''
  return {
    label: formatField(name),
    formatOption,
    formatUnit,
    formatReason: (reason: EmptyReason) => formatReason(name, reason),
  }
}

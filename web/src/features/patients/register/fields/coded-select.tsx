import { Anchor, type ComboboxItem, Select, type SelectProps } from '@mantine/core'
import type { Coded } from 'contract'
import { useTranslation } from 'react-i18next'
import { isIcd10 } from '../../../../clinical/icd-10.ts'
import { useLocalizedName } from '../../../../ui/use-localized-name.ts'

type CodedSelectProps = Omit<SelectProps, 'data' | 'value' | 'filter' | 'onChange'> & {
  value?: string
  onChange?: (code: string) => void
  /** The query of a reference list. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  choices: readonly Coded[] | undefined
  /** Shows ICD-10 codes before the names. */
  withCode?: boolean
}

/** Selects an entry of a reference list, searched by its name in either language or by its code. */
export function CodedSelect({
  value = '',
  query,
  choices,
  withCode = false,
  error,
  onChange,
  ...props
}: CodedSelectProps) {
  const { t } = useTranslation(['patient-form', 'ui'])
  const localName = useLocalizedName()
  const isGone = choices && value !== '' && !choices.some(({ code }) => code === value)
  const formatChoice = (choice: Coded) =>
    withCode && isIcd10(choice.code) ? `${choice.code} ${localName(choice)}` : localName(choice)
  const words = new Map(
    choices?.map(({ code, name_en, name_th }) => [code, `${code} ${name_en} ${name_th}`.toLowerCase()]),
  )
  return (
    <Select
      searchable
      clearable
      size="md"
      nothingFoundMessage={t(query.isFetching ? 'list-loading' : 'list-nothing')}
      {...props}
      value={value || null}
      onChange={(code) => onChange?.(code ?? '')}
      data={[
        ...(choices?.map((choice) => ({ value: choice.code, label: formatChoice(choice) })) ?? []),
        ...(isGone ? [{ value, label: value }] : []),
      ]}
      filter={({ options, search, limit }) => {
        const sought = search.trim().toLowerCase()
        const isFound = (option: ComboboxItem) =>
          (words.get(option.value) ?? option.value).includes(sought) || option.label.toLowerCase() === sought
        return (options as ComboboxItem[]).filter(isFound).slice(0, limit)
      }}
      limit={200}
      error={
        query.isError ? (
          <>
            {t('list-failed')}{' '}
            <Anchor component="button" type="button" inherit onClick={() => query.refetch()}>
              {t('ui:try-again')}
            </Anchor>
          </>
        ) : (
          error
        )
      }
    />
  )
}

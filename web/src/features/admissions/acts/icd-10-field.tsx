import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reference } from 'contract'
import { ask } from '../../../api/client.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'

type Icd10FieldProps = Omit<AutocompleteProps, 'data' | 'onChange'> & { onChange: (code: string) => void }

/** A code of ICD-10, typed or chosen by name among the frequent diseases. */
export function Icd10Field({ onChange, ...props }: Icd10FieldProps) {
  const localName = useLocalizedName()
  const diseases = useQuery({ ...ask(reference.diseases, {}), staleTime: Number.POSITIVE_INFINITY })
  const codes = new Map(
    diseases.data?.disease.map((disease) => [`${disease.code} ${localName(disease)}`, disease.code]),
  )
  return (
    <Autocomplete
      size="md"
      maxLength={10}
      limit={50}
      {...props}
      data={[...codes.keys()]}
      onChange={(typed) => onChange(codes.get(typed) ?? typed)}
    />
  )
}

import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import {
  exportedRows,
  type FormName,
  findField,
  findForm,
  type formFileFormats,
  formRecords,
  type Input,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { saveFile } from '../../../ui/list/save-file.ts'

type FileFormat = (typeof formFileFormats)[number]

type ExportMenuProps = Omit<Input<typeof formRecords.exportList>, 'format' | 'language'> & {
  form: FormName
}

/** The records of a form as files: a row each, a row for each of their rows where the form has such, FHIR. */
export function ExportMenu({ form, ...asked }: ExportMenuProps) {
  const { t, i18n } = useTranslation('forms')
  const described = findForm(form)
  const hasRows = described && exportedRows.some((name) => findField(described, name) !== undefined)
  const send = useSend(formRecords.exportList)
  const formats: readonly FileFormat[] = [
    'csv',
    ...(hasRows ? (['rows'] as const) : []),
    ...(form === 'ambulance-referral' ? (['acts'] as const) : []),
    'fhir',
  ]
  const save = (format: FileFormat) =>
    send.mutate(
      { form, format, language: i18n.language === 'th' ? 'th' : 'en', ...asked },
      { onSuccess: (file) => saveFile(file, format === 'fhir' ? 'data.json' : 'data.csv') },
    )
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          loading={send.isPending}
        >
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconFileSpreadsheet, IconTable } from '@tabler/icons-react'
import {
  type CallError,
  errorCodes,
  ImportReport,
  importColumns,
  maxImportBytes,
  maxImportedUsers,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { saveFile } from '../../../ui/list/save-file.ts'
import type { PasswordLinkSlip } from '../links-dialog.tsx'
import { invalidateUserLists, useImportUsers } from '../queries.ts'
import { useUserFieldLabel } from '../words.ts'
import classes from './import-dialog.module.css'

type ImportDialogProps = {
  opened: boolean
  onClose: () => void
  onImported: (made: readonly PasswordLinkSlip[]) => void
}

/** Checks a file first; adds nothing before the user has seen what is in it. */
export function ImportDialog({ opened, onClose, onImported }: ImportDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('import.title')} isWide>
      <ImportForm onImported={onImported} />
    </Dialog>
  )
}

type CheckedFile = { file: File; report: ImportReport }

function ImportForm({ onImported }: Pick<ImportDialogProps, 'onImported'>) {
  const { t } = useTranslation('users')
  const [looked, setLooked] = useState<CheckedFile>()
  const [chosen, setChosen] = useState<File>()
  const send = useImportUsers()
  const isTooLarge = chosen !== undefined && chosen.size > maxImportBytes

  function look(file: File) {
    setChosen(file)
    setLooked(undefined)
    send.reset()
    if (file.size > maxImportBytes) return
    send.mutate({ file, dry_run: true }, { onSuccess: (report) => setLooked({ file, report }) })
  }

  function add({ file }: CheckedFile) {
    const onError = (error: CallError) => {
      if (error.code === errorCodes['import-faulty'])
        setLooked({ file, report: ImportReport.parse(error.detail) })
    }
    send.mutate(
      { file, dry_run: false },
      {
        onError,
        onSuccess: ({ users }) => {
          invalidateUserLists()
          onImported(users)
        },
      },
    )
  }

  return (
    <Stack gap="md">
      <div>
        <Text>{t('import.lead', { most: maxImportedUsers })}</Text>
        <ImportColumns />
      </div>
      <Group gap="sm">
        <FileButton
          accept=".csv,text/csv"
          onChange={(file) => {
            if (file) look(file)
          }}
        >
          {(props) => (
            <Button
              {...props}
              variant={looked ? 'default' : 'filled'}
              size="md"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              loading={send.isPending && !looked}
            >
              {t(chosen ? 'import.choose-another' : 'import.choose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          size="md"
          leftSection={<IconTable size={18} aria-hidden />}
          onClick={() => saveFile(new Blob([`\uFEFF${importColumns.join(',')}\r\n`]), 'users.csv')}
        >
          {t('import.template')}
        </Button>
      </Group>
      {chosen && <Text c="dimmed">{chosen.name}</Text>}
      {isTooLarge && <ImportRefusal text={t('import.too-large')} />}
      {send.error && send.error.code !== errorCodes['import-faulty'] && (
        <ImportRefusal text={describeFailure(send.error)} />
      )}
      <div role="status">{looked && <ImportVerdict report={looked.report} />}</div>
      {looked && looked.report.problems.length > 0 && <ImportProblems report={looked.report} />}
      {looked && looked.report.problems.length === 0 && countNewUsers(looked.report) > 0 && (
        <Group justify="flex-end">
          <Button size="md" loading={send.isPending} onClick={() => add(looked)}>
            {t('import.action', { count: countNewUsers(looked.report) })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const countNewUsers = ({ rows, known }: ImportReport) => rows - known

function ImportRefusal({ text }: { text: string }) {
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
      {text}
    </Alert>
  )
}

function ImportColumns() {
  const { t } = useTranslation('users')
  return (
    <List size="md" mt="xs" spacing={0}>
      <List.Item>{t('import.needed')}</List.Item>
      <List.Item>{t('import.free')}</List.Item>
    </List>
  )
}

function ImportVerdict({ report }: { report: ImportReport }) {
  const { t } = useTranslation('users')
  const { known, problems } = report
  const faulty = new Set(problems.map(({ row }) => row)).size
  if (faulty === 0)
    return (
      <Alert color="green" icon={<IconCheck aria-hidden />}>
        {t('import.fine', { count: countNewUsers(report) })}
        {known > 0 && <Text>{t('import.known', { count: known })}</Text>}
      </Alert>
    )
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
      {t('import.faulty', { count: faulty })}
    </Alert>
  )
}

/** Every problem of every row, in a scroll area that the keyboard can reach. */
function ImportProblems({ report: { problems } }: { report: ImportReport }) {
  const { t } = useTranslation('users')
  const label = useUserFieldLabel()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={t('import.problems')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('import.row')}</th>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, field, message }) => (
            <tr key={`${row} ${field} ${message}`}>
              <th scope="row">{row}</th>
              <td>{field === null ? t('import.whole-row') : label(field)}</td>
              <td>
                <ProblemText message={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

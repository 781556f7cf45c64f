import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useHoldDialogOpen } from '../../ui/feedback/dialog.tsx'
import { saveFile } from '../../ui/list/save-file.ts'
import classes from './second-factor.module.css'

/** Shows the recovery codes, once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('second-factor')
  useHoldDialogOpen()
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Text>{t('codes.text')}</Text>
      <ol className={classes.codes} aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="md" variant="default" onClick={copy}>
              {t(copied ? 'codes.copied' : 'codes.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          size="md"
          variant="default"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('codes.save')}
        </Button>
        <Button size="md" onClick={onKept}>
          {t('codes.kept')}
        </Button>
      </Group>
    </Stack>
  )
}

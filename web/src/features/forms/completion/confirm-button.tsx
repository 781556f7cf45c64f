import { Button } from '@mantine/core'
import { type Answer, toConfirmationPath } from 'contract'
import { useTranslation } from 'react-i18next'
import { useRecordStore } from '../use-record.ts'

/** Says of the unusual number at a path that it is right. */
export function ConfirmButton({ path, answer, name }: { path: string; answer: Answer; name: string }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  return (
    <Button size="md" aria-label={name} onClick={() => store.say(toConfirmationPath(path), answer)}>
      {t('completion.right')}
    </Button>
  )
}

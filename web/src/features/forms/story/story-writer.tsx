import { Button } from '@mantine/core'
import { IconPencilBolt } from '@tabler/icons-react'
import { chooseScheme, handoverStoryField, joinStory } from 'contract'
import { useTranslation } from 'react-i18next'
import { useAnswer, useRecord, useRecordStore } from '../use-record.ts'
import { useStoryText } from './use-story-text.ts'

/** Stands below the field in which a crew writes what it tells the hospital. */
export function StoryWriter({ path }: { path: string }) {
  const form = useRecord((store) => store.getRecord().form)
  return form === handoverStoryField.form && path === handoverStoryField.field ? (
    <WriteButton path={path} />
  ) : null
}

/** Writes the story from what the form has, while there is none: nothing that somebody wrote is replaced. */
function WriteButton({ path }: { path: string }) {
  const { t } = useTranslation('inbound')
  const store = useRecordStore()
  const answer = useAnswer(path)
  const scheme = useRecord((one) => chooseScheme(one.getAnswers()))
  const write = useStoryText(handoverStoryField.form)
  const field = store.form.sections.flatMap(({ fields }) => fields[path] ?? [])[0]
  if (answer !== null || field?.kind !== 'text') return null
  return (
    <Button
      variant="default"
      size="md"
      mt="xs"
      leftSection={<IconPencilBolt size={18} aria-hidden />}
      onClick={() => {
        const parts = write(store.form, store.getAnswers(), scheme)
        const lines = parts.map(([part, text]) => [part, `${t(`letter.${part}`)}: ${text}`] as const)
        if (lines.length > 0) store.say(path, joinStory(lines, field.most))
      }}
    >
      {t('write-story', { scheme })}
    </Button>
  )
}

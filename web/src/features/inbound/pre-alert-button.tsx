import { Button } from '@mantine/core'
import type { Mission } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PreAlertForm, type SheetStory } from './pre-alert-form.tsx'
import type { DraftKeeper } from './use-pre-alert-draft.ts'

const bringing: ReadonlySet<Mission['state']> = new Set(['DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE'])

/** Opens the pre-alert of a mission that may bring somebody. */
export function PreAlertButton({
  mission,
  story,
  keeper,
}: {
  mission: Mission
  story: SheetStory | undefined
  keeper: DraftKeeper
}) {
  const { t } = useTranslation(['missions', 'inbound'])
  const [isOpen, setOpen] = useState(false)
  if (!bringing.has(mission.state)) return null
  return (
    <>
      <Button variant="default" size="xl" fullWidth onClick={() => setOpen(true)}>
        {t(mission.pre_alert ? 'pre-alert-again' : 'pre-alert')}
      </Button>
      <Dialog title={t('inbound:send-title')} opened={isOpen} onClose={() => setOpen(false)}>
        <PreAlertForm mission={mission} story={story} keeper={keeper} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

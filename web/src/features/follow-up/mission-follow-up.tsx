import { Button, Skeleton } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { followedUpStates, type Mission, missionFollowUp } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import classes from './follow-up.module.css'
import { FollowUpAct } from './follow-up-act.tsx'
import { FollowUpState } from './follow-up-state.tsx'

/** What was paid for a mission whose transport is over, and how its patients fared. */
export function MissionFollowUp({ mission }: { mission: Mission }) {
  const { t } = useTranslation('follow-up')
  const [isOpen, setOpen] = useState(false)
  if (!followedUpStates.some((state) => state === mission.state)) return null
  return (
    <div>
      <Button
        variant="default"
        size="md"
        leftSection={<IconReceipt size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('title')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('of', { act: t('title'), number: mission.number })}
          opened
          isWide
          onClose={() => setOpen(false)}
        >
          <Rows missionId={mission._id} />
        </Dialog>
      )}
    </div>
  )
}

function Rows({ missionId }: { missionId: string }) {
  const { t } = useTranslation('follow-up')
  const found = useQuery(ask(missionFollowUp.ofMission, { _id: missionId }, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="8rem" />
  if (found.data.rows.length === 0) return <EmptyState reason={t('none-here')} />
  return found.data.rows.map((row) => (
    <div key={row._id} className={classes.row}>
      <strong>{t(`part.${row.about}`)}</strong>
      <FollowUpState row={row} />
      <FollowUpAct row={row} />
    </div>
  ))
}

import { Button, Paper, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormRecord, formRecords, missionForms, missions } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { useMay, useUser } from '../../../session/signed-in.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { formCalls } from '../calls.ts'
import { MissionButtons } from './mission-buttons.tsx'

/** Says that a sheet of missions hangs on none, to whoever can give it to one. */
export function GiveMission({ record }: { record: FormRecord }) {
  const { t } = useTranslation('forms')
  const [isOpen, setOpen] = useState(false)
  const { _id: userId } = useUser()
  const mayReview = useMay('form:review')
  const { state, mission, form, created_by, version } = record
  const isOfMissions = missionForms.some((name) => name === form)
  // What was begun here without a signal is not with the server yet.
  const isOpenToThem = (created_by._id === userId || mayReview) && version > 0
  if (state !== 'draft' || mission !== null || !isOfMissions || !isOpenToThem) return null
  return (
    <Paper withBorder p="sm" mb="sm">
      <Stack gap="xs" align="flex-start">
        {t('of-mission.missing')}
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {t('of-mission.give')}
        </Button>
      </Stack>
      <Dialog title={t('of-mission.which')} opened={isOpen} onClose={() => setOpen(false)}>
        <Choices record={record} onGiven={() => setOpen(false)} />
      </Dialog>
    </Paper>
  )
}

function Choices({ record: { _id, form }, onGiven }: { record: FormRecord; onGiven: () => void }) {
  const { t } = useTranslation('forms')
  const query = useQuery(ask(formRecords.missionChoices, { _id }, true))
  const send = useSend(formRecords.giveMission, {
    inline: true,
    outdates: [formCalls[form].list, missions.mine, missions.board],
    onSuccess: onGiven,
  })
  if (query.isLoadingError) return <QueryFailure query={query} />
  if (!query.data) return null
  const choices = query.data.missions
  const problem = send.error?.fields[0]?.message
  if (choices.length === 0) return <p>{t('of-mission.no-choice')}</p>
  return (
    <Stack gap="md">
      <FailureAlert error={send.error}>{problem && <ProblemText message={problem} />}</FailureAlert>
      <MissionButtons
        missions={choices}
        isPending={send.isPending}
        onPick={({ _id: mission_id }) => send.mutate({ _id, mission_id })}
      />
    </Stack>
  )
}

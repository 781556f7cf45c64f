import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormName, missionForms, missions } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ask } from '../../../api/client.ts'
import { formatFormRecordPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { MissionButtons } from '../mission/mission-buttons.tsx'
import { useBeginRecord } from './use-begin-record.ts'

type BeginButtonProps = { form: FormName; size: 'md' | 'lg' }

/** Begins a record, and opens it. Whoever is on a mission is asked whether a sheet of missions is for it. */
export function BeginButton({ form, size }: BeginButtonProps) {
  const { t } = useTranslation('forms')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { start, isPending } = useBeginRecord(form, (id) => void navigate(formatFormRecordPath(form, id)))
  const isCrew = useMay('mission:crew')
  const isOfMissions = missionForms.some((name) => name === form)
  const { data } = useQuery({ ...ask(missions.mine, {}, true), enabled: isCrew && isOfMissions })
  // The page may have them, because another part of it asked.
  const own = isOfMissions ? (data?.missions ?? []) : []
  return (
    <>
      <Button
        size={size}
        leftSection={<IconPlus size={20} aria-hidden />}
        loading={isPending}
        onClick={() => (own.length > 0 ? setAsked(true) : start())}
      >
        {t('begin')}
      </Button>
      <Dialog title={t('of-mission.which')} opened={isAsked} onClose={() => setAsked(false)}>
        <MissionButtons
          missions={own}
          isPending={isPending}
          onPick={({ _id, number }) => start({ _id, number })}
          onNone={() => start()}
        />
      </Dialog>
    </>
  )
}

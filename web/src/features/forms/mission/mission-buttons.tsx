import { Button, Stack } from '@mantine/core'
import type { MissionChoice } from 'contract'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../ui/date/time.tsx'
import classes from '../forms.module.css'

type Choice = Pick<MissionChoice, '_id' | 'number' | 'called_at' | 'pick_up'>
type MissionButtonsProps<One extends Choice> = {
  missions: readonly One[]
  isPending: boolean
  onPick: (mission: One) => void
  /** Where a sheet can do without one. */
  onNone?: () => void
}

/** Buttons to choose the mission of a sheet. */
export function MissionButtons<One extends Choice>(props: MissionButtonsProps<One>) {
  const { t } = useTranslation('forms')
  const { missions, isPending, onPick, onNone } = props
  return (
    <Stack gap="xs">
      {missions.map((mission) => (
        <Button
          key={mission._id}
          variant="default"
          size="md"
          className={classes.missionChoice}
          disabled={isPending}
          onClick={() => onPick(mission)}
        >
          {[mission.number, mission.pick_up].filter(Boolean).join(' · ')} · <Time at={mission.called_at} />
        </Button>
      ))}
      {onNone && (
        <Button variant="default" size="md" disabled={isPending} onClick={onNone}>
          {t('of-mission.none')}
        </Button>
      )}
    </Stack>
  )
}

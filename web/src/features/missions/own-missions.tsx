import { Text } from '@mantine/core'
import { crewSteps, type Mission } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callsLostAt } from '../../api/connection.ts'
import type { StepKeeper } from '../../clinical/ambulance/kept-step.ts'
import { useMay } from '../../session/signed-in.tsx'
import { formatStartTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { LeftSteps } from './left-steps.tsx'
import { MissionCard } from './mission-card.tsx'
import classes from './missions.module.css'
import { useOwnMissions } from './queries.ts'

type OwnMissionsProps = {
  keeper: StepKeeper
  /** What a crew can do besides its steps. */
  more: (mission: Mission) => ReactNode
}

/** What is under way comes before what is only not closed yet. */
const compareOwn = (one: Mission, other: Mission): number => Number(isBack(one)) - Number(isBack(other))
const isBack = ({ state }: Mission): boolean => state === 'BACK_AT_BASE'

/** The missions that the user's team is on until they are closed, each with one large button for what happens next. */
export function OwnMissions({ keeper, more }: OwnMissionsProps) {
  const { t, i18n } = useTranslation('missions')
  const isLost = callsLostAt.use() !== undefined
  const now = useNow()
  const isCrew = useMay('mission:crew')
  const own = useOwnMissions(isCrew)
  if (!isCrew) return <LeftSteps keeper={keeper} shown={[]} />
  if (own.isPending) return null
  const shown = own.data?.missions
  return (
    <>
      <LeftSteps keeper={keeper} shown={shown} />
      {own.isLoadingError && <QueryFailure query={own} />}
      {shown && shown.length > 0 && (
        <section aria-label={t('own')}>
          <SectionTitle my="xs">{t('own')}</SectionTitle>
          {isLost && (
            <Text mb="xs">
              {t('own-as-of', {
                time: formatStartTime(new Date(own.dataUpdatedAt), new Date(now), i18n.language),
              })}
            </Text>
          )}
          <div className={classes.cards}>
            {shown.toSorted(compareOwn).map((mission) => (
              <MissionCard
                key={mission._id}
                mission={mission}
                by="report"
                steps={crewSteps}
                keeper={keeper}
                more={more(mission)}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isMissionOver, type Mission, missions } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { MissionCard } from './mission-card.tsx'
import { MissionMap } from './mission-map.tsx'
import classes from './missions.module.css'

const groups = ['waiting', 'out', 'over'] as const

function findGroup({ state, vehicle }: Mission): (typeof groups)[number] {
  if (isMissionOver(state)) return 'over'
  return vehicle ? 'out' : 'waiting'
}

type MissionBoardProps = {
  /** What else a dispatcher can do. */
  more: (mission: Mission) => ReactNode
}

/** Every mission that lasts, those without a vehicle first, and what ended lately. */
export function MissionBoard({ more }: MissionBoardProps) {
  const { t } = useTranslation('missions')
  const board = useQuery(ask(missions.board, {}, true))
  const all = board.data?.missions
  return (
    <>
      <PageHeader
        title={t('title')}
        count={all && String(all.filter((one) => findGroup(one) !== 'over').length)}
      />
      {board.isLoadingError ? (
        <QueryFailure query={board} />
      ) : !all ? (
        <Skeleton height="20rem" />
      ) : all.length === 0 ? (
        <EmptyState reason={t('none')} />
      ) : (
        <>
          {groups.map((group) => {
            const shown = all.filter((one) => findGroup(one) === group)
            return (
              shown.length > 0 && (
                <section key={group} aria-label={t(`group.${group}`)}>
                  <SectionTitle my="xs">
                    {t(`group.${group}`)} ({shown.length})
                  </SectionTitle>
                  <div className={classes.cards}>
                    {shown.map((mission) => (
                      <MissionCard key={mission._id} mission={mission} by="dispatch" more={more(mission)} />
                    ))}
                  </div>
                  {group === 'out' && <MissionMap missions={shown} />}
                </section>
              )
            )
          })}
        </>
      )}
    </>
  )
}

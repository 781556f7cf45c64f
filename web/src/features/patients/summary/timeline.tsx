import { Button, Skeleton } from '@mantine/core'
import {
  type TimelineEntry,
  type TimelineGroup,
  type TimelineKind,
  timelineGroups,
  timelineKinds,
} from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useUser } from '../../../session/signed-in.tsx'
import { toHospitalDate } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { useToday } from '../../../ui/date/use-today.ts'
import { FailureAlert } from '../../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ShowNewestButton } from '../../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../../ui/list/steady/use-steady-rows.ts'
import { Section } from '../../../ui/section.tsx'
import { useTimeline } from './queries.ts'
import classes from './timeline.module.css'
import type { TimelineView, TimelineViews } from './timeline-view.ts'

export type TimelineProps = {
  patientId: string
  views: TimelineViews
  /** The only entries that are shown; all of them without it. */
  group: TimelineGroup | undefined
  onGroup: (group: TimelineGroup | undefined) => void
}

/** What happened with a patient and what was done, by day, the newest first. */
export function Timeline({ patientId, views, group, onGroup }: TimelineProps) {
  const { t } = useTranslation('summary')
  const found = useTimeline(patientId, group)
  const { data, isPlaceholderData } = found
  const entries = useMemo(
    () => (isPlaceholderData ? undefined : data?.pages.flatMap((page) => page.entries)),
    [data, isPlaceholderData],
  )
  const steady = useSteadyRows({
    rows: entries,
    // Older entries are asked for: they may be added at once.
    question: `${group} ${data?.pages.length}`,
    rowKey: ({ kind, _id }) => `${kind} ${_id}`,
  })
  const days = Map.groupBy(steady.rows ?? [], ({ at }) => toHospitalDate(at))
  return (
    <Section title={t('timeline.title')}>
      <GroupChips group={group} onGroup={onGroup} />
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !steady.rows ? (
        <Skeleton height="12rem" />
      ) : (
        <>
          <ShowNewestButton steady={steady}>{t('timeline.show-new')}</ShowNewestButton>
          {days.size === 0 && (
            <p className={classes.empty}>{t(group ? 'timeline.none-of-kind' : 'timeline.none')}</p>
          )}
          <div {...steady.listProps} aria-busy={isPlaceholderData} className={classes.days}>
            {[...days].map(([day, ofDay]) => (
              <div key={day}>
                <DayHeading day={day} at={ofDay[0]?.at ?? day} />
                <ol className={classes.entries}>
                  {ofDay.map((entry) => (
                    <EntryLine
                      key={`${entry.kind} ${entry._id}`}
                      entry={entry}
                      views={views}
                      patientId={patientId}
                    />
                  ))}
                </ol>
              </div>
            ))}
          </div>
          <FailureAlert error={found.isFetchNextPageError ? found.error : null} />
          {found.hasNextPage && (
            <Button
              variant="default"
              size="md"
              mt="sm"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('timeline.show-older')}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}

const everyGroup = 'every'

/** The groups of which the user may see entries. */
function GroupChips({ group, onGroup }: Pick<TimelineProps, 'group' | 'onGroup'>) {
  const { t } = useTranslation('summary')
  const { permissions } = useUser()
  const seen = new Set(
    Object.values(timelineKinds).flatMap((kind) => (permissions.includes(kind.access) ? [kind.group] : [])),
  )
  const choices = [everyGroup, ...timelineGroups.filter((one) => seen.has(one))] as const
  return (
    <ChoiceChips
      label={t('timeline.filter')}
      className={classes.filter}
      isLabelHidden
      value={group ?? everyGroup}
      choices={choices.map((value) => ({
        value,
        label: t(`timeline.group.${value}`),
      }))}
      onChange={(value) => onGroup(value === everyGroup ? undefined : value)}
    />
  )
}

function DayHeading({ day, at }: { day: string; at: string }) {
  const { t } = useTranslation('summary')
  const isToday = useToday() === day
  return (
    <h3 className={classes.day}>
      {isToday && `${t('timeline.today')} · `}
      <Time at={at} format="dd MMM yyyy" />
    </h3>
  )
}

type EntryLineProps = { entry: TimelineEntry } & Pick<TimelineProps, 'views' | 'patientId'>

/** The whole line is the link: when, what, and who did it. */
function EntryLine({ entry, views, patientId }: EntryLineProps) {
  const { Icon, Title, Detail, toPath } = views[entry.kind] as TimelineView<TimelineKind>
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <Time at={entry.at} format="HH:mm" className={classes.time} />
      <Icon size={18} aria-hidden />
      <div className={classes.what}>
        <Link to={toPath(patientId, entry)} className={classes.link}>
          <Title entry={entry} />
        </Link>
        {Detail && (
          <div>
            <Detail entry={entry} />
          </div>
        )}
      </div>
      <StaffName of={entry.by} className={classes.who} />
    </li>
  )
}

import { Skeleton, Switch } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { formatQueueNumber, opd, type Result } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { BoardHead } from '../../clinical/pages/board-head.tsx'
import { BoardPage } from '../../clinical/pages/board-page.tsx'
import { PageTurner } from '../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../clinical/pages/use-board-pages.ts'
import { keepAliveMs } from '../../clinical/wall-screens.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { useNumberSound } from './number-sound.ts'
import classes from './opd.module.css'

/** How long a number that was just called stands out. */
const newMs = 30_000

/** A clinic on a whole screen: its number is read from the other end of a hall. */
const clinicSize = { width: 288, height: 288, gap: 16 }

type Shown = Result<typeof opd.display>['clinics'][number]

/** The called numbers for the people who wait: no name and no HN is on this screen. */
export function NumberDisplay({ crumb }: { crumb: { label: string; to: string } }) {
  const { t } = useTranslation('opd')
  const display = useQuery({ ...ask(opd.display, {}, true), refetchInterval: keepAliveMs })
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const clinics = display.data?.clinics
  const sound = useNumberSound(clinics)
  const pages = useBoardPages({ items: clinics, least: clinicSize, isPaged: isFullScreen, isHeld: false })
  const soundSwitch = sound.isPossible && (
    <Switch
      size="md"
      label={t('sound')}
      checked={sound.isOn}
      onChange={({ currentTarget: { checked } }) => void sound.turn(checked)}
    />
  )
  return (
    <div ref={ref} className={classes.display} data-full={isFullScreen || undefined}>
      <BoardHead
        title={t('display')}
        crumbs={[crumb]}
        isFullScreen={isFullScreen}
        onToggle={toggle}
        full={
          <>
            {soundSwitch}
            <PageTurner {...pages.turning} />
          </>
        }
        tools={soundSwitch}
      />
      <StaleNotice list={display} text={(time) => t('outdated', { time })} />
      {display.isLoadingError ? (
        <QueryFailure query={display} />
      ) : clinics?.length === 0 ? (
        <EmptyState reason={t('no-clinics')} />
      ) : pages.shown && isFullScreen ? (
        <BoardPage
          label={t('clinics')}
          fit={pages.fit}
          items={pages.shown}
          itemKey={({ clinic }) => clinic._id}
          card={(one) => <ClinicNumbers {...one} />}
          fills
        />
      ) : (
        <ul className={classes.clinics} aria-label={t('clinics')} aria-live="polite">
          {clinics
            ? clinics.map((one) => (
                <li key={one.clinic._id}>
                  <ClinicNumbers {...one} />
                </li>
              ))
            : Array.from({ length: 3 }, (_, place) => (
                <li key={place}>
                  <Skeleton height={240} radius="md" />
                </li>
              ))}
        </ul>
      )}
    </div>
  )
}

function ClinicNumbers({ clinic, waiting, called: [current, ...before] }: Shown) {
  const { t } = useTranslation('opd')
  const localName = useLocalizedName()
  const isNew = useDerivedNow((now) => !!current && now - Date.parse(current.called_at) < newMs)
  return (
    <article className={classes.clinic} data-new={isNew || undefined}>
      <h2 className={classes.clinicName}>{localName(clinic)}</h2>
      <p className={classes.current}>
        {current ? formatQueueNumber(clinic.code, current.number) : t('none-called')}
      </p>
      <p className={classes.currentRoom}>{current?.room && t('in-room', { room: current.room })}</p>
      <p className={classes.before}>
        {before.map(({ number, room }) => (
          <span key={number}>
            {formatQueueNumber(clinic.code, number)}
            {room && ` · ${t('in-room', { room })}`}
          </span>
        ))}
      </p>
      <p className={classes.waits}>{t('waits', { count: waiting })}</p>
    </article>
  )
}

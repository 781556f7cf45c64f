import { Button, Skeleton } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Alarm, BoardWard, HandoverRow, Shift } from 'contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../api/client.ts'
import { NextOnEmptyWard } from '../../clinical/next-on-empty-ward.tsx'
import { askOpenAlarms } from '../../clinical/open-alarms.ts'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { useMyWards } from '../../clinical/use-my-wards.ts'
import { useNobodyReason, useWards } from '../../clinical/use-wards.ts'
import { WardSelect } from '../../clinical/ward-select.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { Printout } from '../../ui/print/printout.tsx'
import { usePrint } from '../../ui/print/use-print.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { HandoverCards, HandoverTable } from './handover-table.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { askHandover } from './queries.ts'

const noAlarms: readonly Alarm[] = []

type HandoverScreenProps = { ward: BoardWard | undefined; onChange: (ward: BoardWard) => void }

/** What the next shift must know of everybody on a ward, on the screen and on paper. */
export function HandoverScreen({ ward, onChange }: HandoverScreenProps) {
  const { t } = useTranslation('handover')
  const asked = askHandover(ward ? { ward } : {})
  const sheet = useQuery(asked)
  const seesAlarms = useMay('alarm:read')
  const mayNote = useMay('clinical:record')
  const { data: open } = useQuery({ ...askOpenAlarms(), enabled: seesAlarms })
  const [noted, setNoted] = useState<HandoverRow>()
  const isPhone = useIsPhone()
  const aboutText = useAboutText()
  const { printed, isReading, print } = usePrint(ward ?? '', () => queryClient.fetchQuery(asked))
  const shownWard = ward ?? sheet.data?.ward
  const nobodyReason = useNobodyReason(shownWard)
  const hasOwnWards = useMyWards().size > 0 || shownWard === 'mine'
  const findAlarms = useMemo(() => {
    const byPatient = Map.groupBy(open?.alarms ?? noAlarms, ({ patient }) => patient?._id)
    return (patientId: string) => byPatient.get(patientId) ?? noAlarms
  }, [open])
  const rows = sheet.data?.rows
  const onPrintout = printed ?? sheet.data
  const Sheet = isPhone ? HandoverCards : HandoverTable
  return (
    <>
      <PageHeader title={t('title')} count={rows && t('patients', { count: rows.length })}>
        <LiveDot />
        {rows && rows.length > 0 && <PrintButton isBusy={isReading} onPrint={print} />}
      </PageHeader>
      <FilterBar>
        <WardSelect
          aria-label={t('ward')}
          anyWard={t('every-ward')}
          offersOwnWards={hasOwnWards}
          value={shownWard === 'every' ? undefined : shownWard}
          onChange={(chosen) => onChange(chosen ?? 'every')}
        />
        {sheet.data && <span>{aboutText.shift(sheet.data.shift)}</span>}
      </FilterBar>
      <StaleNotice list={sheet} text={(time) => t('out-of-date', { time })} />
      {sheet.isLoadingError ? (
        <QueryFailure query={sheet} />
      ) : !sheet.data || !rows ? (
        <Skeleton height={320} radius="md" />
      ) : rows.length === 0 ? (
        <EmptyState reason={nobodyReason}>
          <NextOnEmptyWard />
        </EmptyState>
      ) : (
        <SidewaysScroller label={t('title')}>
          <Sheet
            rows={rows}
            times={sheet.data.times}
            findAlarms={findAlarms}
            drawNoteButton={mayNote ? drawNoteButton : undefined}
          />
        </SidewaysScroller>
      )}
      <NoteDialog row={noted} onClose={() => setNoted(undefined)} />
      {onPrintout && (
        <Printout
          isLandscape
          head={
            <PrintoutHead
              title={`${t('title')}: ${aboutText.ward(onPrintout.ward)}`}
              about={[
                aboutText.shift(onPrintout.shift),
                t('patients', { count: onPrintout.rows.length }),
                t('printout-times'),
              ].join(' · ')}
            />
          }
        >
          <HandoverTable isPrinted rows={onPrintout.rows} times={onPrintout.times} findAlarms={findAlarms} />
        </Printout>
      )}
    </>
  )

  function drawNoteButton(row: HandoverRow) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconNotes size={16} aria-hidden />}
        aria-label={t('note.of', { who: row.patient.bed ?? row.patient.hn })}
        onClick={() => setNoted(row)}
      >
        {t('note.add')}
      </Button>
    )
  }
}

/** The ward and the shift of a sheet, in words. */
function useAboutText() {
  const { t, i18n } = useTranslation(['handover', 'fluids'])
  const localName = useLocalizedName()
  const wards = useWards()
  const mine = useMyWards()
  const clock = (at: string) => formatTime(at, i18n.language, 'HH:mm')
  return {
    ward: (ward: BoardWard) => {
      if (ward === 'every') return t('every-ward')
      const named = wards.filter(({ _id }) => (ward === 'mine' ? mine.has(_id) : _id === ward))
      return new Intl.ListFormat(i18n.language).format(named.map(localName))
    },
    shift: ({ name, day, from, to }: Shift) =>
      t('shift', {
        name: t(`fluids:shift.${name}`),
        day: formatDate(day, i18n.language),
        from: clock(from),
        to: clock(to),
      }),
  }
}

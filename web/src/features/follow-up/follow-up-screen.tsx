import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FollowUp, type FollowUpKind, missionFollowUp } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { SpanFields } from '../../ui/form/date/span-fields.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { ListScreen } from '../../ui/list/list-screen.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { toSpanDays } from '../../ui/list/report-span.ts'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import classes from './follow-up.module.css'
import { FollowUpAct } from './follow-up-act.tsx'
import { FollowUpState } from './follow-up-state.tsx'
import type { ReportView } from './list-query.ts'
import { useSheetTexts } from './queries.ts'

type FollowUpScreenProps = {
  title: string
  about: FollowUpKind
  /** The choice of the part of the reports. */
  parts: ReactNode
  /** How the sheet is begun that nobody has written. */
  beginSheet: (row: FollowUp) => ReactNode
  view: ListView<ReportView>
  onChange: ChangeView<ListView<ReportView>>
}

/** Missions that are over and not paid, or whose patient's outcome nobody has confirmed; or all of them. */
export function FollowUpScreen({ title, about, parts, beginSheet, view, onChange }: FollowUpScreenProps) {
  const { t } = useTranslation('follow-up')
  const { optionName } = useSheetTexts()
  const mayExport = useMay('patient:export')
  const [openedAt] = useState(() => Date.now())
  const all = view.filters.all === true
  const asked = { about, ...toSpanDays(view.span, openedAt), only_open: !all }
  const list = useQuery({
    ...ask(missionFollowUp.list, { ...asked, page: view.page, number_of_rec: view.size }, true),
    placeholderData: keepPreviousData,
  })
  const send = useSend(missionFollowUp.exportList, { onSuccess: saveCsv })
  return (
    <ListScreen
      title={title}
      actions={
        mayExport && (
          <ExportButton
            isPending={send.isPending}
            onExport={(language) => send.mutate({ ...asked, language })}
          >
            {t('export')}
          </ExportButton>
        )
      }
      tools={
        <div className={classes.tools}>
          {parts}
          <div className={classes.bar}>
            <SpanFields span={view.span} now={openedAt} onSpan={(span) => onChange({ span })} />
            <Switch
              label={t('only-open')}
              checked={!all}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ filters: checked ? {} : { all: true } })
              }
            />
          </div>
        </div>
      }
      list={list}
      view={{ page: view.page, size: view.size }}
      onChange={({ page, size }) => onChange({ page: page ?? 1, ...(size !== undefined && { size }) })}
      texts={{ none: t(all ? 'none-at-all' : `none.${about}`) }}
    >
      <RecordRows
        label={t(`part.${about}`)}
        rows={list.data?.rows}
        rowKey={({ _id }) => _id}
        isStale={list.isPlaceholderData}
        columns={[
          {
            key: 'mission',
            label: t('column.mission'),
            isBare: true,
            cell: ({ mission }) => (
              <div className={classes.two}>
                <strong>{mission.number}</strong>
                <span className={classes.minor}>
                  <Time at={mission.called_at} /> · {optionName('request-kind', mission.kind)}
                  {mission.destination && ` · ${mission.destination}`}
                </span>
              </div>
            ),
          },
          { key: 'patient', label: t('column.patient'), cell: (row) => <Who row={row} /> },
          {
            key: 'state',
            label: t(`part.${about}`),
            cell: (row) => (
              <div className={classes.state}>
                <FollowUpState row={row} />
                {!row.sheet && <p className={classes.minor}>{t(`no-sheet-hint.${about}`)}</p>}
              </div>
            ),
          },
          {
            key: 'act',
            label: t('column.act'),
            isBare: true,
            cell: (row) => (row.sheet ? <FollowUpAct row={row} /> : beginSheet(row)),
          },
        ]}
      />
    </ListScreen>
  )
}

function Who({ row: { patient, patient_name } }: { row: FollowUp }) {
  if (!patient) return patient_name ?? <EmptyValue />
  return (
    <div className={classes.two}>
      <PatientName of={patient} />
      <span className={classes.minor}>HN {patient.hn}</span>
    </div>
  )
}

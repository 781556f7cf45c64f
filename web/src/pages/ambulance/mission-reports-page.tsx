import { findFollowUpForm } from 'contract'
import { useTranslation } from 'react-i18next'
import { FollowUpScreen } from '../../features/follow-up/follow-up-screen.tsx'
import { reportParts, reportQuery } from '../../features/follow-up/list-query.ts'
import { ReferralExport } from '../../features/forms/export/referral-export.tsx'
import { BeginSheet } from '../../features/forms/mission/mission-sheets.tsx'
import { MissionReportScreen } from '../../features/mission-reports/mission-report.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { SegmentChoice } from '../../ui/form/segment-choice.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

/** The URL holds the part and the span of the reports. */
export function MissionReportsPage() {
  const { t } = useTranslation(['follow-up', 'mission-reports'])
  const { view, change } = useListView(reportQuery)
  const { part, span } = view
  const mayBegin = [useMay('form:use'), useMay('mission:dispatch')].every(Boolean)
  const parts = (
    <SegmentChoice
      label={t('mission-reports:title')}
      value={part}
      choices={reportParts.map((value) => ({ value, label: t(`part.${value}`) }))}
      onChange={(chosen) => change({ part: chosen })}
    />
  )
  return part === 'figures' ? (
    <MissionReportScreen
      parts={parts}
      span={span}
      onSpan={(chosen) => change({ span: chosen })}
      onUnpaid={() => change({ part: 'payment', filters: {} })}
      files={<ReferralExport />}
    />
  ) : (
    <FollowUpScreen
      title={t('mission-reports:title')}
      about={part}
      parts={parts}
      beginSheet={({ mission }) =>
        mayBegin && <BeginSheet form={findFollowUpForm(part, mission.kind)} mission={mission} />
      }
      view={view}
      onChange={change}
    />
  )
}

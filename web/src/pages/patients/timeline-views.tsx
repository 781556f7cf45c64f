import {
  IconActivity,
  IconArrowsExchange,
  IconBellCog,
  IconBellRinging,
  IconBuildingHospital,
  IconDeviceWatch,
  IconDeviceWatchMinus,
  IconDoorEnter,
  IconDoorExit,
  IconHome,
  IconLungs,
  IconNotes,
  IconPencil,
  IconStethoscope,
  IconUrgent,
} from '@tabler/icons-react'
import {
  AlarmEntryDetail,
  AlarmEntryTitle,
  AlarmSettingDetail,
  AlarmSettingTitle,
} from '../../features/alarms/patient/alarm-entries.tsx'
import { DeviceEntryTitle } from '../../features/devices/device-entry.tsx'
import { formatRecordPath } from '../../features/patients/record/facts/record-paths.ts'
import {
  ChangedEntryDetail,
  ChangedEntryTitle,
  NotedEntryDetail,
  NotedEntryTitle,
  StayEntryDetail,
  StayEntryTitle,
  toChangedPath,
  VisitEntryDetail,
  VisitEntryTitle,
} from '../../features/patients/summary/patient-entries.tsx'
import type { TimelineViews } from '../../features/patients/summary/timeline-view.ts'
import {
  ChartedEntryDetail,
  ChartedEntryTitle,
  toChartedPath,
} from '../../features/readings/charted-entry.tsx'
import { ScaleEntryDetail, ScaleEntryTitle } from '../../features/readings/scale-entry.tsx'
import { TriageEntryDetail, TriageEntryTitle } from '../../features/triage/triage-entry.tsx'
import { formatDeviceHistoryPath, formatVitalSignsPath } from '../../paths.ts'

const stayView = {
  Title: StayEntryTitle,
  Detail: StayEntryDetail,
  toPath: (patientId: string) => formatRecordPath(patientId, 'information'),
}

/** How each kind of entry of a patient's timeline is shown, by the feature that it is of. */
export const timelineViews: TimelineViews = {
  charted: {
    Icon: IconActivity,
    Title: ChartedEntryTitle,
    Detail: ChartedEntryDetail,
    toPath: toChartedPath,
  },
  alarm: {
    Icon: IconBellRinging,
    Title: AlarmEntryTitle,
    Detail: AlarmEntryDetail,
    toPath: (patientId, { _id }) => `${formatRecordPath(patientId, 'alarms')}?alarm=${_id}`,
  },
  'alarm-setting': {
    Icon: IconBellCog,
    Title: AlarmSettingTitle,
    Detail: AlarmSettingDetail,
    toPath: (patientId) => formatRecordPath(patientId, 'notify'),
  },
  'spo2-scale': {
    Icon: IconLungs,
    Title: ScaleEntryTitle,
    Detail: ScaleEntryDetail,
    toPath: (patientId) => `${formatVitalSignsPath(patientId)}?tab=rr`,
  },
  'device-given': {
    Icon: IconDeviceWatch,
    Title: DeviceEntryTitle,
    toPath: (_patientId, { device }) => formatDeviceHistoryPath(device._id),
  },
  'device-taken': {
    Icon: IconDeviceWatchMinus,
    Title: DeviceEntryTitle,
    toPath: (_patientId, { device }) => formatDeviceHistoryPath(device._id),
  },
  admitted: { Icon: IconBuildingHospital, ...stayView },
  moved: { Icon: IconArrowsExchange, ...stayView },
  left: { Icon: IconHome, ...stayView },
  returned: { Icon: IconDoorEnter, ...stayView },
  discharged: { Icon: IconDoorExit, ...stayView },
  noted: {
    Icon: IconNotes,
    Title: NotedEntryTitle,
    Detail: NotedEntryDetail,
    toPath: (patientId) => formatRecordPath(patientId, 'summary'),
  },
  visited: {
    Icon: IconStethoscope,
    Title: VisitEntryTitle,
    Detail: VisitEntryDetail,
    toPath: (patientId) => formatRecordPath(patientId, 'information'),
  },
  triaged: {
    Icon: IconUrgent,
    Title: TriageEntryTitle,
    Detail: TriageEntryDetail,
    toPath: (patientId) => formatRecordPath(patientId, 'triage'),
  },
  changed: {
    Icon: IconPencil,
    Title: ChangedEntryTitle,
    Detail: ChangedEntryDetail,
    toPath: toChangedPath,
  },
}

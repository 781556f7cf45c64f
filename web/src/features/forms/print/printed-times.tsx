import {
  computeDistances,
  computeMissionIntervals,
  isReason,
  type MissionInterval,
  type MissionStamp,
  missionStamps,
  type OdometerStation,
  odometerStations,
  type Row,
  readNumberAnswer,
  readTextAnswer,
  type Section,
} from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime, toHospitalDate } from '../../../ui/date/dates.ts'
import { formatSpan } from '../../../ui/date/format-span.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { ConfirmedFootnote, confirmedAsterisk, isNumberConfirmed } from './confirmed-asterisk.tsx'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'

/** Where each reading of the odometer stands. */
const stationByStamp: { readonly [Stamp in MissionStamp]?: OdometerStation } = {
  left_base: 'base',
  at_scene: 'scene',
  at_hospital: 'hospital',
  back_at_base: 'back',
}
type PrintedInterval = Exclude<MissionInterval, 'dispatch' | 'transport'>
/** What is printed under each time, as on the official sheet. */
const intervalByStamp: { readonly [Stamp in MissionStamp]?: PrintedInterval } = {
  left_base: 'activation',
  at_scene: 'response',
  left_scene: 'on_scene',
  at_hospital: 'hospital',
  handed_over: 'handover',
  back_at_base: 'mission',
}
const distanceByStamp: { readonly [Stamp in MissionStamp]?: 'out' | 'to_hospital' | 'back' } = {
  at_scene: 'out',
  at_hospital: 'to_hospital',
  back_at_base: 'back',
}

const inBox: ReadonlySet<string> = new Set([
  ...missionStamps,
  ...odometerStations.map((station) => `odometer_${station}`),
])

/** Whether the times of a mission and its odometer stand in a section. */
export const hasTimesBox = (fields: Section['fields']): boolean =>
  'call' in fields && 'odometer_base' in fields
export const isInTimesBox = (name: string): boolean => inBox.has(name)

/** The times of a mission with what is between them: minutes, and kilometres by the odometer. */
export function PrintedTimes({ fields }: { fields: Section['fields'] }) {
  const { t, i18n } = useTranslation(['forms', 'calculations'])
  const { formName, answers = {}, isShown } = useFormPrint()
  const { formatField } = useFormTexts(formName)
  const stamps = missionStamps.filter((stamp) => {
    const field = fields[stamp]
    return field && isShown(field)
  })
  const times = Object.fromEntries(missionStamps.map((stamp) => [stamp, readTextAnswer(answers[stamp])]))
  const intervals = computeMissionIntervals(times)
  const distances = computeDistances(
    Object.fromEntries(odometerStations.map((one) => [one, readNumberAnswer(answers[`odometer_${one}`])])),
  )
  const firstDay = times['call'] && toHospitalDate(times['call'])
  const writeTime = (at: string | null | undefined) => {
    if (!at) return null
    const isOtherDay = firstDay && toHospitalDate(at) !== firstDay
    return formatTime(at, i18n.language, isOtherDay ? 'dd MMM yyyy HH:mm' : 'HH:mm')
  }
  const writeInterval = (stamp: MissionStamp) => {
    const interval = intervalByStamp[stamp]
    if (!interval) return null
    const ms = intervals[interval]
    // The official sheet says "scene"; a transfer has a pick-up.
    const name = interval === 'on_scene' && formName === 'transportation-treatment' ? 'at_pick_up' : interval
    return t(`printout.interval.${name}`, { time: ms === null ? '......' : formatSpan(ms) })
  }
  const writeDistance = (stamp: MissionStamp) => {
    const way = distanceByStamp[stamp]
    if (!way) return null
    return t(`printout.distance.${way}`, { km: distances[way] ?? '....' })
  }
  const writeOdometer = (stamp: MissionStamp) => {
    const name = `odometer_${stationByStamp[stamp]}`
    const reading = answers[name]
    if (isReason(reading)) return t(`reason.${reading.reason}`)
    if (typeof reading !== 'number') return null
    return isNumberConfirmed(answers as Row, name) ? `${reading}${confirmedAsterisk}` : reading
  }
  const line = (label: string, write: (stamp: MissionStamp) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {stamps.map((stamp) => (
        <td key={stamp}>{write(stamp)}</td>
      ))}
    </tr>
  )
  return (
    <>
      <table className={classes.rows} data-times>
        <thead>
          <tr>
            <th aria-hidden />
            {stamps.map((stamp) => (
              <th key={stamp} scope="col">
                {formatField(stamp)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line(t('printout.clock'), (stamp) => writeTime(times[stamp]))}
          {line(t('printout.between'), writeInterval)}
          {line(t('printout.odometer'), writeOdometer)}
          {line(t('printout.kilometres'), writeDistance)}
        </tbody>
      </table>
      <ConfirmedFootnote rows={[answers as Row]} names={odometerStations.map((one) => `odometer_${one}`)} />
    </>
  )
}

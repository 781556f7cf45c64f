import { ActionIcon, Input, NativeSelect, NumberInput } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import {
  type LimitBound,
  type LimitedVital,
  type Limits,
  limitBounds,
  type NotifySetting,
  quantities,
  toDeviceBounds,
} from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { Time } from '../../../ui/date/time.tsx'
import { parseTypedNumber } from '../../../ui/form/parse-typed-number.ts'
import { SidewaysScroller } from '../../../ui/list/sideways-scroller.tsx'
import classes from '../notify.module.css'
import {
  type Hold,
  listHolds,
  listRowBoundsOff,
  type NotifyRow,
  setRowHold,
  setRowLimit,
} from './notify-rows.ts'
import { useNotifyTexts } from './notify-words.ts'

/** Without it the table is read-only. */
export type NotifyEdit = {
  row: (vital: LimitedVital) => NotifyRow
  /** What is wrong with a field such as `spo2.limits.low`, and what its input needs so that it can be focused. */
  field: (path: string) => { error?: ReactNode; 'data-path'?: string; onBlur?: () => void }
  onChange: (vital: LimitedVital, row: NotifyRow) => void
  /** When the form was opened: ends are counted from here. In milliseconds. */
  openedAt: number
}

/** Every vital sign with its limits, the hospital's below the patient's own, and how long it is monitored so. */
export function NotifyTable({ settings, edit }: { settings: readonly NotifySetting[]; edit?: NotifyEdit }) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  return (
    <SidewaysScroller label={t('notify.settings')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('notify.vital')}</th>
            {limitBounds.map((bound) => (
              <th key={bound} scope="col">
                {t(`bound.${bound}`)}
                <span className={classes.side}>
                  {t(bound.endsWith('low') ? 'bound-below' : 'bound-above')}
                </span>
              </th>
            ))}
            <th scope="col">{t('notify.how')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => {
            const { vital } = setting
            const row = edit ? edit.row(vital) : setting
            return (
              <tr key={vital} data-mode={row.mode}>
                <th scope="row">
                  {vitalName(vital)} <span className={classes.small}>{quantities[vital].unit}</span>
                </th>
                {limitBounds.map((bound) => (
                  <td key={bound}>
                    <LimitCell setting={setting} row={row} bound={bound} edit={edit} />
                  </td>
                ))}
                <td>
                  <BoundsOff row={row} standard={setting.standard} />
                  {edit ? (
                    <HoldCell setting={setting} row={row} edit={edit} />
                  ) : (
                    <ModeCell setting={setting} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </SidewaysScroller>
  )
}

/** Beyond which limits of the hospital the patient's own raise no alarm. */
function BoundsOff({ row, standard }: { row: NotifyRow; standard: Limits }) {
  const { t } = useTranslation('alarms')
  const off = listRowBoundsOff(row, standard)
  if (off.length === 0) return null
  const bounds = off.map((bound) => t(`bound.${bound}`)).join(', ')
  return <strong className={classes.boundsOff}>{t('notify.bounds-off', { bounds })}</strong>
}

type CellProps = { setting: NotifySetting; row: NotifyRow; edit: NotifyEdit | undefined }

function LimitCell({ setting, row, bound, edit }: CellProps & { bound: LimitBound }) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  const { vital, standard } = setting
  const value = (row.limits ?? standard)[bound]
  const isOwn = value !== standard[bound]
  const toText = (limit: number | null) =>
    limit === null ? t('notify.no-limit') : texts.number(vital, limit)
  const hospitals = isOwn && (
    <span className={classes.hospitals}>{t('notify.standard', { limit: toText(standard[bound]) })}</span>
  )
  if (!edit)
    return (
      <span
        className={classes.number}
        data-is-own={isOwn || undefined}
        data-is-none={value === null || undefined}
      >
        {toText(value)}
        {hospitals}
      </span>
    )
  const { error, ...field } = edit.field(`${vital}.limits.${bound}`)
  const { min, max, decimals } = toDeviceBounds(quantities[vital])
  const isImplausible = value !== null && (value < min || value > max)
  return (
    <>
      <NumberInput
        {...field}
        size="md"
        aria-label={`${vitalName(vital)} · ${t(`bound.${bound}`)}`}
        hideControls
        allowNegative={false}
        decimalScale={decimals}
        inputMode="decimal"
        placeholder={t('notify.no-limit')}
        value={value ?? ''}
        disabled={row.mode === 'disabled'}
        error={!!error}
        data-is-own={isOwn || undefined}
        classNames={{ input: classes.input ?? '' }}
        onChange={(typed) => {
          const limit = parseTypedNumber(typed)
          if (limit !== undefined && limit !== value)
            edit.onChange(vital, setRowLimit(row, standard, [bound, limit]))
        }}
      />
      {error && <Input.Error>{isImplausible ? texts.bounds(vital) : error}</Input.Error>}
      {hospitals}
    </>
  )
}

/** How the vital sign is monitored and until when, why, and who said so. */
function ModeCell({ setting: { mode, until, reason, changed_at, changed_by } }: { setting: NotifySetting }) {
  const { t } = useTranslation('alarms')
  const texts = useNotifyTexts()
  return (
    <div className={classes.held}>
      <span className={classes.mode} data-mode={mode}>
        {texts.mode({ mode, until })}
      </span>
      {reason && <span>{reason}</span>}
      {changed_at && (
        <span className={classes.small}>
          <StaffName of={changed_by} otherwise={t('detail.by-panel')} /> · <Time at={changed_at} />
        </span>
      )}
    </div>
  )
}

function HoldCell({ setting: { vital, standard }, row, edit }: CellProps & { edit: NotifyEdit }) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  const { error, ...field } = edit.field(`${vital}.until`)
  const limitsError = edit.field(`${vital}.limits`).error
  const holds = listHolds(row, edit.openedAt)
  const toKey = ({ mode, until }: Pick<Hold, 'mode' | 'until'>) => `${mode} ${until ?? ''}`
  const toLabel = ({ hours, ...hold }: Hold) => {
    if (hold.mode === 'own' && hold.until === null) return `${texts.mode(hold)}, ${t('notify.for-good')}`
    if (hours === null) return texts.mode(hold)
    const span = hours > 24 ? t('notify.days', { count: hours / 24 }) : t('notify.hours', { count: hours })
    return `${texts.mode(hold)} (${span})`
  }
  return (
    <>
      <div className={classes.hold}>
        <NativeSelect
          {...field}
          size="md"
          aria-label={t('notify.how-of', { vital: vitalName(vital) })}
          error={!!error || !!limitsError}
          value={toKey(row)}
          data={holds.map((hold) => ({ value: toKey(hold), label: toLabel(hold) }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = holds.find((hold) => toKey(hold) === value)
            if (chosen) edit.onChange(vital, setRowHold(row, standard, chosen))
          }}
        />
        {row.mode !== 'default' && (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('notify.reset-of', { vital: vitalName(vital) })}
            title={t('notify.reset')}
            onClick={() => edit.onChange(vital, setRowHold(row, standard, { mode: 'default', until: null }))}
          >
            <IconArrowBackUp size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {error && <Input.Error>{error}</Input.Error>}
      {limitsError && <Input.Error>{t('notify.own-needed')}</Input.Error>}
    </>
  )
}

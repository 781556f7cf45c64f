import {
  type CheckSignature,
  type CountedItem,
  controlledItems,
  type EquipmentCheck,
  type EquipmentFault,
  type EquipmentSheet,
  type equipment,
  equipmentGroups,
  equipmentItems,
  type Result,
} from 'contract'
import type { i18n } from 'i18next'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { PrintoutHead } from '../../clinical/print/printout-head.tsx'
import { loadThai } from '../../locales/thai.ts'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { Printout } from '../../ui/print/printout.tsx'
import { usePageWords } from '../../ui/print/use-page-words.ts'
import { SignaturePicture } from '../../ui/signature/signature-pad.tsx'
import classes from './check-printout.module.css'

export const loadCheckTexts = () => loadThai(['app', 'ui', 'equipment', 'fleet', 'forms'])

/** Without a check it is a blank sheet, for a day on which nobody can type. */
export type PrintedCheck = {
  vehicle: EquipmentCheck['vehicle']
  check?: EquipmentCheck
  signatures?: Result<typeof equipment.counts>['signatures']
  rows: readonly (Pick<CountedItem, 'item' | 'needed' | 'lot' | 'expires_on'> & Partial<CountedItem>)[]
  /** Open from earlier checks. */
  faults?: readonly EquipmentFault[]
}

/** The blank sheet of a vehicle. */
export const toBlankCheck = ({ vehicle, items, faults }: EquipmentSheet): PrintedCheck => ({
  vehicle,
  rows: items,
  faults,
})

/** A check of a vehicle on A4, in Thai as the forms are. */
export function CheckPrintout({ thai, printed }: { thai: i18n; printed: PrintedCheck }) {
  return (
    <I18nextProvider i18n={thai}>
      <Printout head={<CheckHead printed={printed} />}>
        <CheckTables printed={printed} />
      </Printout>
    </I18nextProvider>
  )
}

function CheckHead({ printed: { vehicle, check } }: { printed: PrintedCheck }) {
  const { t, i18n } = useTranslation(['equipment', 'fleet'])
  usePageWords()
  const blank = '....................'
  const facts = [
    `${vehicle.call_sign} · ${vehicle.plate} · ${t(`fleet:unit.${vehicle.class}`)}`,
    `${t('field.day')} ${check ? formatDate(check.day, i18n.language) : blank}`,
    `${t('field.shift')} ${check ? t(`shift.${check.shift}`) : blank}`,
    `${t('field.kind')} ${check ? t(`kind.${check.kind}`) : blank}`,
    `${t('field.odometer')} ${check ? (check.odometer ?? '–') : blank}`,
  ]
  return (
    <div className={classes.head} lang="th">
      <PrintoutHead title={t('printout.title')} about={facts.join(' · ')} />
    </div>
  )
}

function CheckTables({ printed: { check, signatures, rows, faults = [] } }: { printed: PrintedCheck }) {
  const { t, i18n } = useTranslation('equipment')
  const itemName = useItemName()
  const formatInstant = useFormatTime()
  const groups = equipmentGroups
    .map((group) => ({ group, found: rows.filter(({ item }) => equipmentItems[item]?.group === group) }))
    .filter(({ found }) => found.length > 0)
  const hasControlled = rows.some(({ item }) => controlledItems.includes(item))
  return (
    <div className={classes.sheet} lang="th">
      {faults.length > 0 && (
        <p>
          <strong>{t('open-faults')}:</strong>{' '}
          {faults.map(({ item, status }) => `${itemName(item)} (${t(`status.${status}`)})`).join(', ')}
        </p>
      )}
      <table className={classes.items}>
        <thead>
          <tr>
            {(['item', 'needed', 'found', 'status', 'lot', 'measured', 'note'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`printout.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ group, found }) => (
          <tbody key={group}>
            <tr>
              <th colSpan={7} scope="rowgroup">
                {t(`group.${group}`)}
              </th>
            </tr>
            {found.map((row) => (
              <tr key={row.item} data-fault={(row.status ?? 'READY') !== 'READY' || undefined}>
                <td>{itemName(row.item)}</td>
                <td>{row.needed}</td>
                <td>{row.found}</td>
                <td>
                  {row.status
                    ? t(`status.${row.status}`)
                    : check && row.found === null && t('printout.withheld')}
                </td>
                <td>
                  {[row.lot, row.expires_on && formatDate(row.expires_on, i18n.language)]
                    .filter(Boolean)
                    .join(' · ')}
                </td>
                <td>{writeMeasured(row)}</td>
                <td>{row.note}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>
        <strong>{t('printout.result')}:</strong>{' '}
        {check
          ? t(`result.${check.result}`)
          : (['READY', 'READY_WITH_FAULTS', 'NOT_READY'] as const)
              .map((one) => `☐ ${t(`result.${one}`)}`)
              .join('   ')}
        {check?.is_waiting && ` · ${t('waits')}`}
        {check?.note && ` · ${check.note}`}
      </p>
      {check?.closed.map(({ item, since }) => (
        <p key={item}>{t('history.closed', { item: itemName(item), time: formatInstant(since) })}</p>
      ))}
      <div className={classes.signers}>
        <Signer
          role={t(hasControlled ? 'printout.checker-counter' : 'printout.checker')}
          name={check && formatStaffName(check.by)}
          at={check?.checked_at}
          signature={signatures?.first}
        />
        <Signer
          role={t(hasControlled ? 'printout.counter' : 'printout.verifier')}
          name={check?.second ? formatStaffName(check.second.by) : undefined}
          at={check?.second?.at}
          signature={signatures?.second}
        />
      </div>
    </div>
  )
}

const writeMeasured = ({ charge, pressure }: Partial<CountedItem>): string =>
  [typeof charge === 'number' && `${charge} %`, typeof pressure === 'number' && `${pressure} psi`]
    .filter(Boolean)
    .join(' · ')

type SignerProps = {
  role: string
  name: string | undefined
  at: string | undefined
  signature: CheckSignature | null | undefined
}

/** Who signed on a screen, and how; without that a line to sign on by hand. */
function Signer({ role, name, at, signature }: SignerProps) {
  const { t, i18n } = useTranslation(['equipment', 'forms'])
  return (
    <div className={classes.signer}>
      {signature ? (
        <>
          {signature.strokes ? (
            <SignaturePicture strokes={signature.strokes} label={signature.signer_name} />
          ) : (
            <span>
              {t('forms:signed-typed')}: {signature.signer_name}
            </span>
          )}
          {!signature.holds && <strong>{t('signed-other')}</strong>}
        </>
      ) : (
        <span>
          {t('printout.signed')} <span className={classes.line} /> {at && `(${t('unsigned')})`}
        </span>
      )}
      <span>{name ? `(${name})` : '(..............................................)'}</span>
      <span>{role}</span>
      <span>
        {t('printout.time')}{' '}
        {at ? formatTime(at, i18n.language, 'dd MMM yyyy HH:mm') : '....................'}
      </span>
    </div>
  )
}

import { NumberInput, Text } from '@mantine/core'
import {
  consciousnessLevels,
  type Doubt,
  type MeasuredValue,
  type QuantityName,
  quantities,
  type TriageVital,
} from 'contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { BeyondField } from '../../clinical/vitals/beyond-field.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { DoubtNotice } from '../../ui/feedback/doubt-notice.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { writeNumber } from '../../ui/write-number.ts'
import { ChipRow } from './chip-row.tsx'
import {
  findShownTotal,
  getShown,
  getShownComa,
  isAsMeasured,
  type Measured,
  type MeasuredValues,
  type TriageForm,
  typeValue,
} from './form-values.ts'
import classes from './triage-form.module.css'

/** The numbers of a triage, in the order in which they are measured and said. */
const numberFields = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'pain_score',
  'blood_glucose',
  'weight',
] as const satisfies readonly (TriageVital & QuantityName)[]

type VitalFieldsProps = {
  form: TriageForm
  measured: MeasuredValues
  /** When the form was opened: what was typed before is of a draft. */
  opened: number
  problems: Readonly<Record<string, string>>
  /** Unusual values, each with the question about it. */
  doubts: ReadonlyMap<QuantityName, Doubt>
  last: ReadonlyMap<QuantityName, MeasuredValue>
  /** Below 2 years the parts of the coma scale have other words. */
  isInfant: boolean
  isConfirmed: (name: QuantityName) => boolean
  onConfirm: (name: QuantityName, isRight: boolean) => void
  onChange: (changed: Partial<TriageForm>) => void
}

/** The vital signs: as measured, each with its age, until somebody types another value. */
export function VitalFields({
  form,
  measured,
  opened,
  problems,
  doubts,
  last,
  isInfant,
  isConfirmed,
  onConfirm,
  onChange,
}: VitalFieldsProps) {
  const { t } = useTranslation(['triage', 'readings'])
  const vitalName = useVitalName('tile')
  const type = (name: TriageVital, value: number | string) =>
    onChange(typeValue(form, name, value, new Date().toISOString()))
  const describeReason = (name: (typeof numberFields)[number]) => {
    const reason = name === 'diastolic' ? undefined : form.missing[name]
    return reason && t(`missing.${reason}`)
  }
  const shown = (name: TriageVital) => getShown(form, measured, name)
  return (
    <div className={classes.vitals}>
      <div className={classes.numbers}>
        {numberFields.map((name) => (
          <Fragment key={name}>
            <NumberInput
              hideControls
              allowNegative={false}
              inputMode="decimal"
              size="md"
              data-stop={name}
              name={name}
              label={vitalName(name)}
              decimalScale={quantities[name].decimals}
              allowDecimal={quantities[name].decimals > 0}
              value={shown(name)}
              placeholder={describeReason(name)}
              error={
                problems[name] && problems[name] !== 'implausible' && <ProblemText message={problems[name]} />
              }
              onChange={(value) => type(name, value)}
              inputContainer={(input) => (
                <div className={classes.number} data-short={quantities[name].unit.length < 4 || undefined}>
                  {input}
                  <span className={classes.unit}>{quantities[name].unit}</span>
                  <Origin form={form} measured={measured} opened={opened} name={name} />
                </div>
              )}
            />
            {name === 'blood_glucose' && (
              <BeyondField
                data-stop="beyond"
                rightSectionWidth="1.5rem"
                value={shown('beyond')}
                error={problems['beyond'] && <ProblemText message={problems['beyond']} />}
                onChange={({ currentTarget: { value } }) => type('beyond', value)}
                inputContainer={(input) => (
                  <div className={classes.number}>
                    {input}
                    <Origin form={form} measured={measured} opened={opened} name="beyond" />
                  </div>
                )}
              />
            )}
          </Fragment>
        ))}
      </div>
      {[...doubts].map(([name, doubt]) => (
        <DoubtNotice
          key={name}
          doubt={doubt}
          text={(value) =>
            `${vitalName(name)} ${writeNumber(value, quantities[name].decimals)} ${quantities[name].unit}`
          }
          last={last.get(name)}
          isConfirmed={isConfirmed(name)}
          onConfirm={(isRight) => onConfirm(name, isRight)}
        />
      ))}
      <div className={classes.pair}>
        <ChipRow
          label={vitalName('consciousness')}
          data-stop="consciousness"
          error={problems['consciousness'] !== undefined}
          choices={consciousnessLevels.map((value) => ({ value, label: value }))}
          value={shown('consciousness') as ''}
          onChange={(value) => type('consciousness', value)}
        />
        {problems['consciousness'] && <ProblemText message={problems['consciousness']} />}
        <ChipRow
          label="O₂"
          data-stop="oxygen"
          error={problems['oxygen'] !== undefined}
          choices={(['no', 'yes'] as const).map((value) => ({
            value,
            label: t(value === 'yes' ? 'form.oxygen' : 'form.air'),
          }))}
          value={shown('oxygen') as ''}
          onChange={(value) => type('oxygen', value)}
        />
        {problems['oxygen'] && <ProblemText message={problems['oxygen']} />}
      </div>
      <ComaScale form={form} measured={measured} opened={opened} isInfant={isInfant} onChange={onChange} />
    </div>
  )
}

/** How old a value is, and where it comes from: in the field, so that it costs no line. */
function Origin({
  form,
  measured,
  opened,
  name,
}: Pick<VitalFieldsProps, 'form' | 'measured' | 'opened'> & { name: TriageVital }) {
  const found = measured.get(name)
  if (getShown(form, measured, name) === '') return null
  return (
    <Text component="span" className={classes.origin}>
      {found && isAsMeasured(form, measured, name) ? (
        <MeasuredSince found={found} />
      ) : (
        <TypedSince at={form.typed_at[name]} opened={opened} />
      )}
    </Text>
  )
}

function MeasuredSince({ found: { measured_at, source } }: { found: Measured }) {
  const { t } = useTranslation('readings')
  return (
    <>
      <TimeAgo at={measured_at} isShort /> · {t(`source.${source}`)}
    </>
  )
}

/** A new value is of now, unless it was typed before the form was opened again. */
function TypedSince({ at, opened }: { at: string | undefined; opened: number }) {
  const { t } = useTranslation('triage')
  if (at === undefined || Date.parse(at) >= opened) return t('form.typed')
  return (
    <>
      <TimeAgo at={at} isShort /> · {t('form.draft')}
    </>
  )
}

const parts = {
  eye: ['1', '2', '3', '4', 'C'],
  verbal: ['1', '2', '3', '4', '5', 'T'],
  motor: ['1', '2', '3', '4', '5', '6'],
} as const

function ComaScale({
  form,
  measured,
  opened,
  isInfant,
  onChange,
}: Pick<VitalFieldsProps, 'form' | 'measured' | 'opened' | 'isInfant' | 'onChange'>) {
  const { t } = useTranslation('triage')
  const { found, ...shown } = getShownComa(form, measured)
  const total = findShownTotal(form, measured)
  return (
    <div className={classes.row} role="group" aria-label={t('form.gcs')}>
      <span className={classes.label}>{t('form.gcs')}</span>
      {(['eye', 'verbal', 'motor'] as const).map((part) => (
        <label key={part} className={classes.part}>
          {t(`form.${part}`)}
          <select
            data-stop={part}
            name={part}
            className={classes.select}
            value={shown[part]}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                ...shown,
                [part]: value,
                typed_at: { ...form.typed_at, gcs: new Date().toISOString() },
              })
            }
          >
            <option value="">{t('form.not-tested')}</option>
            {parts[part].map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
      ))}
      {(found || shown.eye || shown.verbal || shown.motor) && (
        <Text component="span" className={classes.beside}>
          {found ? <MeasuredSince found={found} /> : <TypedSince at={form.typed_at.gcs} opened={opened} />}
        </Text>
      )}
      {total && (
        <Text component="span" className={classes.beside}>
          {t('form.gcs-total', { total: Number(total.value) })} <MeasuredSince found={total} />
        </Text>
      )}
      {isInfant && (
        <Text component="span" className={classes.beside}>
          {t('form.gcs-infant')}
        </Text>
      )}
    </div>
  )
}

import { NativeSelect, Text } from '@mantine/core'
import { type AgeBand, ageBands, limitBounds, limitedVitals, quantities } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import { SectionTitle } from '../../ui/section.tsx'
import { NumberCell, type Sheet } from './number-cell.tsx'
import { getLimitPath, timeNames } from './rules.ts'
import classes from './thresholds.module.css'
import { useNumberTexts } from './words.ts'

/** The four limits of every vital sign, one age group at a time. */
export function LimitTable({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation(['thresholds', 'alarms'])
  const vitalName = useVitalName('alarm')
  const words = useNumberTexts()
  const [band, setBand] = useState<AgeBand>('adult')
  const differs = (one: AgeBand) =>
    limitedVitals.some((vital) =>
      limitBounds.some((bound) => {
        const path = getLimitPath(one, vital, bound)
        return sheet.numbers[path] !== sheet.standard[path] || sheet.problems[path]
      }),
    )
  return (
    <section className={classes.section}>
      <SectionTitle>{t('limits')}</SectionTitle>
      <NativeSelect
        size="md"
        className={classes.band}
        label={t('age')}
        value={band}
        data={ageBands.map((value) => ({
          value,
          label: `${t(`band.${value}`)}${differs(value) ? ` (${t('is-changed')})` : ''}`,
        }))}
        onChange={({ currentTarget: { value } }) => setBand(ageBands.find((one) => one === value) ?? 'adult')}
      />
      <SidewaysScroller label={`${t('limits')}, ${t(`band.${band}`)}`}>
        <table className={classes.table} data-has-bounds>
          <thead>
            <tr>
              <th scope="col">{t('vital')}</th>
              {limitBounds.map((bound) => (
                <th key={bound} scope="col">
                  {t(`alarms:bound.${bound}`)}
                  <span className={classes.side}>
                    {t(bound.endsWith('low') ? 'alarms:bound-below' : 'alarms:bound-above')}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {limitedVitals.map((vital) => (
              <tr key={vital}>
                <th scope="row">
                  {vitalName(vital)} <span className={classes.unit}>{quantities[vital].unit}</span>
                </th>
                {limitBounds.map((bound) => {
                  const path = getLimitPath(band, vital, bound)
                  return (
                    <td key={path}>
                      <NumberCell
                        key={path}
                        sheet={sheet}
                        path={path}
                        label={words.name(path)}
                        decimals={quantities[vital].decimals}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroller>
    </section>
  )
}

export function PersistenceTable({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('thresholds')
  const vitalName = useVitalName('alarm')
  const words = useNumberTexts()
  return (
    <section className={classes.section}>
      <SectionTitle>{t('persistence')}</SectionTitle>
      <Text c="dimmed">{t('persistence-explained')}</Text>
      <SidewaysScroller label={t('persistence')}>
        <table className={classes.table} data-is-narrow>
          <thead>
            <tr>
              <th scope="col">{t('vital')}</th>
              <th scope="col">{t('repeats')}</th>
              <th scope="col">
                {t('lasts_seconds')} <span className={classes.unit}>{t('seconds')}</span>
              </th>
              <th scope="col">{t('dead_band')}</th>
            </tr>
          </thead>
          <tbody>
            {limitedVitals.map((vital) => (
              <tr key={vital}>
                <th scope="row">
                  {vitalName(vital)} <span className={classes.unit}>{quantities[vital].unit}</span>
                </th>
                {(['repeats', 'lasts_seconds'] as const).map((name) => {
                  const path = `persistence.${vital}.${name}`
                  return (
                    <td key={path}>
                      <NumberCell sheet={sheet} path={path} label={words.name(path)} />
                    </td>
                  )
                })}
                <td>
                  <NumberCell
                    sheet={sheet}
                    path={`dead_bands.${vital}`}
                    label={words.name(`dead_bands.${vital}`)}
                    decimals={quantities[vital].decimals}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroller>
    </section>
  )
}

/** The retention of readings has nothing to do with alarms: it is set on the hospital's screen. */
const shownTimes = timeNames.filter((name) => name !== 'retention_months')

export function TimesTable({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('thresholds')
  const words = useNumberTexts()
  return (
    <section className={classes.section}>
      <SectionTitle>{t('times-title')}</SectionTitle>
      <table className={classes.table} data-is-narrow>
        <tbody>
          {shownTimes.map((name) => {
            const path = `times.${name}`
            return (
              <tr key={path}>
                <th scope="row">
                  {t(`time.${name}`)} <span className={classes.unit}>{words.unit(path)}</span>
                </th>
                <td>
                  <NumberCell sheet={sheet} path={path} label={words.name(path)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

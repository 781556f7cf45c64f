import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './band-badge.module.css'
import type { Classification } from './bands.ts'

/** The name of a band in the language of the screen. */
export function useBandName(): (band: Pick<Classification, 'group' | 'band' | 'grade'>) => string {
  const { t } = useTranslation(['readings', 'bands', 'ui'])
  return useCallback(
    ({ group, band, grade }) => {
      if (group === 'body-mass') return t(`ui:body-mass.${band}` as 'ui:body-mass.NORMAL')
      const word = t(`bands:${group}.${band}` as 'bands:level.normal')
      return band === 'ISH' && grade ? t('with-grade', { word, grade }) : word
    },
    [t],
  )
}

/** The band of a value in words; out of range it is filled and has an icon. */
export function BandBadge({ meaning }: { meaning: Classification | undefined }) {
  const word = useBandName()
  if (!meaning) return null
  const Sign = meaning.level.endsWith('low')
    ? IconTriangleInvertedFilled
    : meaning.level.endsWith('high')
      ? IconTriangleFilled
      : undefined
  return (
    <span className={classes.badge} data-level={meaning.level}>
      {Sign && <Sign size={10} aria-hidden />}
      {word(meaning)}
    </span>
  )
}

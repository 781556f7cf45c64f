import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { type Age, type BmiBand, classifyBmi, computeBmi } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-mass.module.css'

const adultBmiYears = 18

const lowIcon = <IconTriangleInvertedFilled size={12} aria-hidden />
const highIcon = <IconTriangleFilled size={12} aria-hidden />
const bandIcons: Record<BmiBand, ReactNode> = {
  UNDERWEIGHT: lowIcon,
  NORMAL: undefined,
  OVERWEIGHT: highIcon,
  OBESE: highIcon,
  EXTREMELY_OBESE: highIcon,
}

type BodyMassProps = {
  /** In cm; null or `''` while unknown. */
  height: number | '' | null
  /** In kg. */
  weight: number | '' | null
  age: Age | undefined
}

/** The body-mass index that comes from height and weight. Its bands are for adults. */
export function BodyMass({ height, weight, age }: BodyMassProps) {
  const { t } = useTranslation('ui')
  if (!height || !weight) return <span className={classes.minor}>{t('body-mass.origin')}</span>
  const bmi = computeBmi(weight, height)
  const band = age && age.years >= adultBmiYears ? classifyBmi(bmi) : undefined
  return (
    <span className={classes.value}>
      <strong>{bmi.toFixed(1)}</strong>
      <span className={classes.minor}>kg/m²</span>
      {band ? (
        <span className={classes.band} data-band={band} title={t('body-mass.source')}>
          {bandIcons[band]}
          {t(`body-mass.${band}`)}
        </span>
      ) : (
        age && <span className={classes.minor}>{t('body-mass.no-band')}</span>
      )}
    </span>
  )
}

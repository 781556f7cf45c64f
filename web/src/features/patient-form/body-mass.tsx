import { Text } from '@mantine/core'
import { IconTriangleFilled, IconTriangleInvertedFilled } from '@tabler/icons-react'
import { type Age, type BmiBand, bmiBand, bodyMassIndex } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './body-mass.module.css'

const adultYears = 18

type BodyMassProps = { height: number | ''; weight: number | ''; age: Age | undefined }

const below = <IconTriangleInvertedFilled size={12} aria-hidden />
const above = <IconTriangleFilled size={12} aria-hidden />
const signs: Record<BmiBand, ReactNode> = {
  UNDERWEIGHT: below,
  NORMAL: undefined,
  OVERWEIGHT: above,
  OBESE: above,
  EXTREMELY_OBESE: above,
}

/** The body-mass index that follows from height and weight. Its bands are for adults. */
export function BodyMass({ height, weight, age }: BodyMassProps) {
  const { t } = useTranslation('patient-form')
  const bmi = height && weight ? bodyMassIndex(weight, height) : undefined
  const isChild = age !== undefined && age.years < adultYears
  const band = bmi === undefined || isChild ? undefined : bmiBand(bmi)
  return (
    <div>
      <Text fw={500} mb="0.25rem">
        {t('bmi')}
      </Text>
      <output className={classes.value}>
        {bmi === undefined ? (
          <Text c="dimmed" component="span">
            {t('bmi-needs')}
          </Text>
        ) : (
          <>
            <span className={classes.number}>{bmi.toFixed(1)}</span>
            <Text c="dimmed" size="xs" component="span">
              kg/m²
            </Text>
            {band && (
              <span className={classes.band} data-band={band}>
                {signs[band]}
                {t(`bmi-band.${band}`)}
              </span>
            )}
            {isChild && (
              <Text c="dimmed" size="xs" component="span">
                {t('bmi-child')}
              </Text>
            )}
          </>
        )}
      </output>
    </div>
  )
}

import { Anchor } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { PatientLabel } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { usePositionText } from '../../clinical/use-position-text.ts'
import { formatPatientPath } from '../../paths.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import type { PatientNames } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './location-screen.module.css'

type PlaceRowProps = {
  place: { lat: number; lang: number }
  isOld?: boolean
  onLook: (isLooked: boolean) => void
  children: ReactNode
}

/** Who, and where in words. The map shows the place of the row that is looked at. */
export function PlaceRow({ place, isOld, onLook, children }: PlaceRowProps) {
  const where = usePositionText(place)
  return (
    <li
      className={classes.place}
      data-old={isOld || undefined}
      onPointerEnter={() => onLook(true)}
      onPointerLeave={() => onLook(false)}
      onFocus={() => onLook(true)}
      onBlur={() => onLook(false)}
    >
      {children}
      <span className={classes.where} data-outside={where?.isOutside || undefined}>
        <IconMapPin size={16} aria-hidden />
        <span>
          {where && where.facts.length > 0 ? (
            where.facts.join(' · ')
          ) : (
            <span dir="ltr">
              {place.lat.toFixed(5)}, {place.lang.toFixed(5)}
            </span>
          )}
        </span>
      </span>
    </li>
  )
}

/** The name, which makes the whole row a link to the patient. */
export function PatientLink({ patient }: { patient: PatientNames & { _id: string } }) {
  return (
    <Anchor component={Link} to={formatPatientPath(patient._id)} fw={500} className={classes.link}>
      <PatientName of={patient} isShort />
    </Anchor>
  )
}

export function PatientWardText({ patient }: { patient: Pick<PatientLabel, 'hn' | 'ward' | 'bed'> }) {
  const { t } = useTranslation('monitoring')
  const localName = useLocalizedName()
  const { hn, ward, bed } = patient
  return <InlineFacts of={[t('hn', { hn }), ward && localName(ward), bed && t('location.bed', { bed })]} />
}

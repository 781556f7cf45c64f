import { Button, Group } from '@mantine/core'
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HospitalMap } from '../../../clinical/hospital/hospital-map.tsx'
import { readAnswerByPath, useRecord, useRecordStore } from '../use-record.ts'

/** The fields of a form that a pin on the map answers. */
export const positionFields = ['latitude', 'longitude'] as const

const mapHeight = 320
/** As exact as the fields are: a tenth of a metre. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

type Problem = 'refused' | 'unknown'

/** Answers where it is: with a pin on the map, or with where this device is, if its user lets it say so. */
export function PositionPicker() {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const lat = useRecord((one) => readAnswerByPath(one, positionFields[0]))
  const lng = useRecord((one) => readAnswerByPath(one, positionFields[1]))
  const [isMapOpen, setMapOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const answer = (place: { lat: number; lng: number }) => {
    setProblem(undefined)
    store.say(positionFields[0], round(place.lat))
    store.say(positionFields[1], round(place.lng))
  }
  const end = (failure?: Problem) => {
    setAsking(false)
    setProblem(failure)
  }
  const locate = () => {
    if (!navigator.geolocation) return end('refused')
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        end()
        answer({ lat: coords.latitude, lng: coords.longitude })
      },
      ({ code, PERMISSION_DENIED }) => end(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <div>
      <Group gap="sm">
        <Button
          variant="default"
          size="md"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          loading={isAsking}
          onClick={locate}
        >
          {t('place.mine')}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconMapPin size={18} aria-hidden />}
          aria-expanded={isMapOpen}
          onClick={() => setMapOpen(!isMapOpen)}
        >
          {t(isMapOpen ? 'place.close-map' : 'place.open-map')}
        </Button>
      </Group>
      {problem && <p role="alert">{t(`place.${problem}`)}</p>}
      {isMapOpen && (
        <HospitalMap
          label={t('place.map')}
          height={mapHeight}
          value={typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null}
          onPick={answer}
        />
      )}
    </div>
  )
}

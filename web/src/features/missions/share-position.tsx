import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type Mission, missions } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import classes from './missions.module.css'

const consentKey = 'mission_position_shared'
/** A phone measures every second; the hospital needs to know less often. */
const everyMs = 15_000
/** No phone tells a position that is older than this: then the satellites and the phone have different times. */
const oldestMs = 5 * 60_000

type State = 'on' | 'refused' | 'unknown'

/**
 * Sends where this phone is while the page is open, if its user said so. Somebody who refuses, or whose phone does,
 * loses nothing else.
 */
export function SharePosition({ mission }: { mission: Mission }) {
  const { t } = useTranslation('missions')
  const [isShared, setShared] = useState(() => sessionStorage.getItem(consentKey) === mission._id)
  const [state, setState] = useState<State>()
  useEffect(() => {
    if (!isShared) return
    let sentAt = 0
    const send = ({ coords: { latitude, longitude, accuracy }, timestamp }: GeolocationPosition) => {
      setState('on')
      const now = Date.now()
      if (now - sentAt < everyMs) return
      sentAt = now
      const place = { lat: latitude, lang: longitude, accuracy_m: accuracy }
      // The satellites may have told a time that the clock of the phone has not reached.
      const toldMs = Math.max(0, Math.round(now - timestamp))
      const age_ms = toldMs > oldestMs ? 0 : toldMs
      // What does not arrive is followed by the next one.
      call(missions.position, { _id: mission._id, ...place, age_ms }).catch(() => undefined)
    }
    const subscriptionId = navigator.geolocation?.watchPosition(
      send,
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { enableHighAccuracy: true, maximumAge: everyMs },
    )
    if (subscriptionId === undefined) setState('refused')
    return () => {
      if (subscriptionId !== undefined) navigator.geolocation.clearWatch(subscriptionId)
    }
  }, [isShared, mission._id])
  const share = (isOn: boolean) => {
    if (isOn) sessionStorage.setItem(consentKey, mission._id)
    else sessionStorage.removeItem(consentKey)
    setShared(isOn)
    setState(undefined)
  }
  return (
    <div className={classes.share}>
      {isShared ? (
        <>
          <p role="status">{t(`share.${state ?? 'on'}`)}</p>
          <Button variant="default" size="md" onClick={() => share(false)}>
            {t('share.stop')}
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCurrentLocation size={18} aria-hidden />}
            onClick={() => share(true)}
          >
            {t('share.offer')}
          </Button>
          <p className={classes.minor}>{t('share.why')}</p>
        </>
      )}
    </div>
  )
}

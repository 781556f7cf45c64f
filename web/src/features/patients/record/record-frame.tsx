import type { Patient, Unwatched } from 'contract'
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { PatientBanner } from './patient-banner.tsx'
import classes from './record-frame.module.css'
import { RecordTabs } from './record-tabs.tsx'

const shrinkThresholdPx = 32

type RecordFrameProps = { patient: Patient; unwatched: readonly Unwatched[]; children: ReactNode }

/** The banner, with the sections of a record below it. Both stay visible and shrink while the page is scrolled. */
export function RecordFrame({ patient, unwatched, children }: RecordFrameProps) {
  const isShrunk = useIsScrolled()
  const { ref, height } = useReservedHeight(isShrunk)
  useRestoredScroll()
  return (
    <>
      <div className={classes.room} ref={ref} style={{ minHeight: height }}>
        <div className={classes.sticky} data-shrunk={isShrunk || undefined}>
          <PatientBanner patient={patient} unwatched={unwatched} isShrunk={isShrunk} />
          <RecordTabs patientId={patient._id} />
        </div>
      </div>
      {children}
    </>
  )
}

function useIsScrolled(): boolean {
  return useSyncExternalStore(subscribeToScroll, () => window.scrollY > shrinkThresholdPx)
}

function subscribeToScroll(listener: () => void) {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Keeps the full height when the banner shrinks, so that the page below does not move. */
function useReservedHeight(isShrunk: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [fullHeight, setFullHeight] = useState(0)
  useLayoutEffect(() => {
    const room = ref.current
    if (isShrunk || !room) return
    const measure = () => setFullHeight(room.offsetHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    return () => observer.disconnect()
  }, [isShrunk])
  return { ref, height: isShrunk ? fullHeight : undefined }
}

/** Restores the scroll position of each section of the record. */
function useRestoredScroll() {
  const { pathname } = useLocation()
  const left = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const places = left.current
    const place = places.get(pathname)
    if (places.size > 0 || place !== undefined) window.scrollTo(0, place ?? 0)
    const remember = () => places.set(pathname, window.scrollY)
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [pathname])
}

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { session } from '../../../../session/session.ts'
import { confirm } from '../../../../ui/feedback/confirm.tsx'

/**
 * Asks before the user leaves a screen with unsaved changes. The end of a session does not wait for an answer: the
 * draft is restored when its owner signs in again.
 */
export function useUnsavedWarning(isDirty: boolean, about: string) {
  const { t } = useTranslation('patient-record')
  const isLetGo = useRef(false)
  const isAsked = useRef(false)
  const { state, proceed, reset } = useBlocker(({ currentLocation, nextLocation }) => {
    const stays =
      currentLocation.pathname === nextLocation.pathname && currentLocation.search === nextLocation.search
    return isDirty && !stays && !isLetGo.current && session.get() !== undefined
  })

  useEffect(() => {
    if (state !== 'blocked' || isAsked.current) return
    isAsked.current = true
    const ask = async () => {
      const isLeaving = await confirm({
        question: t('leave-question'),
        about,
        consequence: t('leave-consequence'),
        action: t('leave'),
        isDangerous: false,
      })
      isAsked.current = false
      if (isLeaving) proceed?.()
      else reset?.()
    }
    void ask()
  }, [state, proceed, reset, about, t])

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  return {
    letGo: () => {
      isLetGo.current = true
    },
  }
}

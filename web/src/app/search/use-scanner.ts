import { patients } from 'contract'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ask, queryClient } from '../../api/client.ts'
import { formatPatientPath } from '../../paths.ts'
import { screenLock } from '../../session/lock.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { addKey, type Burst, readScan } from './scanned-keys.ts'

/**
 * A scanner that types like a keyboard opens the record of the hospital number that it read, from every screen. What it
 * typed into a field is taken back. While a dialog is open it types into that, like anybody else.
 */
export function useScanner(isOn: boolean) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const newest = useRef(0)

  const open = useEffectEvent(async (hn: string) => {
    newest.current += 1
    const own = newest.current
    const search = ask(patients.list, { search_field: 'hn', search_value: hn, number_of_rec: 10 })
    // A failure is already shown as a toast.
    const found = await queryClient.fetchQuery({ ...search, gcTime: 0 }).catch(() => undefined)
    // The answer is to a question of before: another number was scanned, or a dialog opened.
    if (!found || newest.current !== own || isDialogOpen()) return
    const patient = found.rows.find((row) => row.hn.toUpperCase() === hn.toUpperCase())
    if (patient) {
      const path = formatPatientPath(patient._id)
      await navigate(path)
      // A list that takes back what was typed into its search navigates too, and may have come in between.
      if (!location.pathname.startsWith(path) && newest.current === own) void navigate(path)
    } else toast('warning', t('scan-unknown', { hn }), { id: `scan:${hn}` })
  })

  // A scan from before the lock, or the sign-out, opens nothing after it.
  useLayoutEffect(() => {
    const drop = () => {
      newest.current += 1
    }
    const stop = screenLock.subscribe(() => {
      if (screenLock.get()) drop()
    })
    return () => {
      stop()
      drop()
    }
  }, [])

  // Runs before the screen is drawn: as soon as somebody sees it, they can scan.
  useLayoutEffect(() => {
    if (!isOn) return
    let burst: Burst | undefined
    let field: { element: Element; value: string } | undefined
    const listen = (event: KeyboardEvent) => {
      if (event.isComposing || screenLock.get()) {
        burst = undefined
        return
      }
      const next = addKey(burst, event)
      if (next && next.text.length === 1) field = readField(document.activeElement)
      const hn = readScan(burst, event, takesTyping(document.activeElement))
      burst = next
      if (hn === undefined || isDialogOpen()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (field) restoreField(field)
      void open(hn)
    }
    // Runs before any other listener of the key: Enter must not send a form.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [isOn])
}

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

const takesTyping = (
  element: Element | null,
): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

function readField(element: Element | null) {
  return takesTyping(element) ? { element, value: element.value } : undefined
}

/** React hears of a value that is set by the element's own setter and told by an event. */
function restoreField({ element, value }: { element: Element; value: string }) {
  if (!takesTyping(element) || element.value === value) return
  Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element)
  element.dispatchEvent(
    new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  )
}

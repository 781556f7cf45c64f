import type { TimelineEntryOf } from 'contract'
import { useTranslation } from 'react-i18next'

/** A device that a patient got, or that was taken back, in a timeline. */
export function DeviceEntryTitle({ entry }: { entry: TimelineEntryOf<'device-given' | 'device-taken'> }) {
  const { t } = useTranslation(['summary', 'devices'])
  const { name, kind } = entry.device
  return t(`timeline.${entry.kind}`, { device: `${name} (${t(`devices:kind.${kind}`)})` })
}

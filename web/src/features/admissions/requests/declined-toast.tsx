import { useTranslation } from 'react-i18next'
import { useLiveEvent } from '../../../live/live.ts'
import { useUser } from '../../../session/signed-in.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Tells whoever asked for an admission, on every screen, that it was declined; the labels stay until it is seen. */
export function DeclinedToast() {
  const { t } = useTranslation('admission-requests')
  const { _id } = useUser()
  useLiveEvent('admission-declined', ({ requested_by }) => {
    if (requested_by === _id) toast('warning', t('declined-toast'))
  })
  return null
}

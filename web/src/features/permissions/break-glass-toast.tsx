import { permissionMatrix } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../api/client.ts'
import { useLiveEvent } from '../../live/live.ts'
import { readAgainAfterGap } from '../../live/live-data.ts'
import { toast } from '../../ui/feedback/toast.tsx'

readAgainAfterGap(permissionMatrix.unseenGlass, permissionMatrix.glassBroken)

/** Notifies users who may manage users, on every screen, that a record was opened by break-glass. */
export function BreakGlassToast() {
  const { t } = useTranslation('permissions')
  useLiveEvent('glass-broken', ({ unseen, is_new }) => {
    const { queryKey } = ask(permissionMatrix.unseenGlass, {})
    queryClient.setQueryData(queryKey, (held) => held && { ...held, unseen })
    void queryClient.invalidateQueries({ queryKey: [permissionMatrix.glassBroken.path] })
    if (is_new) toast('warning', t('opened.notice'))
  })
  return null
}

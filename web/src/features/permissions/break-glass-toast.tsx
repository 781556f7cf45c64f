import { permissionMatrix } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../api/client.ts'
import { useLiveEvent } from '../../live/live.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Tells those who look after users, wherever they are in the panel, that a record was opened by exception. */
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

import { DeviceMovedSince, devices, type ErrorCode, errorCodes } from 'contract'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../api/client.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { outdatedByHandover } from './outdated-queries.ts'

type HandOverOptions = {
  /** Failures that the form shows itself. */
  inline?: readonly ErrorCode[]
  onSuccess?: () => void
  /** Somebody else wears the device now: who then hands it over once more has seen it. */
  onMoved?: (moved: DeviceMovedSince) => void
}

/** Gives a device to a patient, or takes it back, unless somebody else has got it since the user saw who wears it. */
export function useHandOver({ inline = [], onSuccess, onMoved }: HandOverOptions = {}) {
  const { t, i18n } = useTranslation('devices')
  return useSend(devices.assign, {
    inline: [...inline, 'device-moved-since'],
    outdates: outdatedByHandover,
    ...(onSuccess && { onSuccess }),
    onError(error) {
      if (error.code !== errorCodes['device-moved-since']) return
      for (const { path } of outdatedByHandover) void queryClient.invalidateQueries({ queryKey: [path] })
      const moved = DeviceMovedSince.safeParse(error.detail).data
      if (!moved) return toast('danger', describeFailure(error))
      const { wearer, worn_since } = moved
      const time = formatTime(worn_since, i18n.language, 'dd MMM yyyy HH:mm')
      toast('danger', t('moved-since', { person: formatPatientName(wearer), hn: wearer.hn, time }))
      onMoved?.(moved)
    },
  })
}

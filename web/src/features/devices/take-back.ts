import type { Device } from 'contract'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useHandOver } from './use-hand-over.ts'

/** Takes a device back from its wearer, once the user has confirmed it. */
export function useTakeBack() {
  const { t } = useTranslation('devices')
  const assign = useHandOver()
  const takeBack = async ({ _id, name, wearer }: Device) => {
    if (!wearer) return
    const isSure = await confirm({
      question: t('take.question'),
      about: `${name} · ${formatPatientName(wearer)} · HN ${wearer.hn}`,
      consequence: t('take.consequence'),
      action: t('take.action'),
      isDangerous: false,
    })
    if (isSure) assign.mutate({ device_id: _id, patient_id: null, seen_wearer_id: wearer._id })
  }
  return { takeBack, isPending: assign.isPending }
}

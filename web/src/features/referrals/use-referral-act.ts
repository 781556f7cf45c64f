import { type CallError, type Input, missions, referrals } from 'contract'
import { v7 as newId } from 'uuid'
import { queryClient, useSend } from '../../api/client.ts'

export type ShiftChange = Input<typeof referrals.shift>['change']
export type ReferralAnswer = Input<typeof referrals.answer>['said']

export type SendAct = {
  change: (change: ShiftChange) => void
  answer: (answer: ReferralAnswer) => void
  reply: (note: string) => void
  tellPatient: (note: string | null) => void
  isPending: boolean
  error: CallError | null
  reset: () => void
}

/** Sends what is done about a referral beside its form. */
export function useReferralAct(_id: string, onDone: () => void): SendAct {
  const options = {
    inline: true,
    outdates: [referrals.get, missions.board, missions.mine],
    onSuccess: onDone,
  } as const
  const shift = useSend(referrals.shift, {
    ...options,
    // Somebody else has it: the panel shows who, also where the stream of events is interrupted.
    onError: () => void queryClient.invalidateQueries({ queryKey: [referrals.get.path] }),
  })
  const answer = useSend(referrals.answer, options)
  const reply = useSend(referrals.reply, options)
  const tellPatient = useSend(referrals.tellPatient, options)
  const all = [shift, answer, reply, tellPatient]
  return {
    change: (change) => shift.mutate({ _id, act_id: newId(), change }),
    answer: (said) => answer.mutate({ _id, act_id: newId(), said }),
    reply: (note) => reply.mutate({ _id, act_id: newId(), note }),
    tellPatient: (note) => tellPatient.mutate({ _id, act_id: newId(), note }),
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error ?? null,
    reset: () => {
      for (const one of all) one.reset()
    },
  }
}

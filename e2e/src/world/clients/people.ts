// The agent and the operator of a world: what each does over REST, in one line.
import type { Approval, CallView, DecisionView, ExecutionView } from '@countersign/protocol'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { type Api, createApi, type Reply } from './api.ts'

export interface CallOptions {
  readonly session_id?: string
  readonly call_id?: string
  readonly wait_seconds?: number
  readonly base_digests?: Readonly<Record<string, string | null>>
}

export interface Agent extends Api {
  /** Calls a tool; returns at its end, at a question, or after wait_seconds. */
  call(tool: string, params: object, options?: CallOptions): Promise<CallView>
  see(id: string): Promise<ExecutionView>
  /** Waits until the call has ended. */
  end(id: string): Promise<ExecutionView>
}

export interface Operator extends Api {
  pending(): Promise<Approval[]>
  approval(id: string): Promise<Approval>
  approve(id: string, body?: object): Promise<DecisionView>
  reject(id: string, reason?: string): Promise<DecisionView>
  /** The reply unchanged, for answers that are refused. */
  answer(id: string, body: object): Promise<Reply>
}

export function createAgent(url: string, token: string, projectId: string): Agent {
  const api = createApi(url, token)
  const see = (id: string) => api.get<ExecutionView>(`/my/tools/${id}`)
  return {
    ...api,
    see,
    call: (tool_name, tool_params, options = {}) =>
      api.post('/my/tools/execute', { tool_name, tool_params, project_id: projectId, wait_seconds: 30, ...options }),
    end: (id) =>
      eventually(`the end of ${id}`, async () => {
        const view = await api.get<ExecutionView>(`/my/tools/${id}?wait_seconds=20`)
        return ENDS.includes(view.status) ? view : undefined
      }),
  }
}

export const ENDS: readonly string[] = ['completed', 'rejected', 'timeout', 'failed', 'cancelled']

export function createOperator(url: string, token: string, projectId: string): Operator {
  const api = createApi(url, token)
  const approvals = `/my/projects/${projectId}/approvals`
  return {
    ...api,
    pending: async () => (await api.get<{ approvals: Approval[] }>(`${approvals}?status=pending`)).approvals,
    approval: async (id) => (await api.get<{ approval: Approval }>(`${approvals}/${id}`)).approval,
    approve: (id, body = {}) => api.post(`${approvals}/${id}/approve`, { decision: 'approved', ...body }),
    reject: (id, reason) => api.post(`${approvals}/${id}/reject`, reason === undefined ? {} : { reason }),
    answer: (id, body) => api.request('POST', `${approvals}/${id}/${'decision' in body ? 'approve' : 'reject'}`, { body }),
  }
}

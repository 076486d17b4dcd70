import { rights } from '@tradewind/contract/access/modules.ts';
import { expect } from 'vitest';
import { describeCalls, OK, type World } from '../../testing/calls.ts';

const KEY = { appKey: expect.stringMatching(/^tw[0-9a-z]+-[0-9a-f]{24}$/) };
const ISSUED = { ...KEY, id: expect.any(Number), appSecret: expect.stringMatching(/^\S{40,}$/) };
const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const first = async ({ owner, main }: World) => ({
  id: Number((await owner('select min(id) as id from developer_app where company_id = $1', [main.companyId]))[0]?.id),
});

describeCalls(['developer'], {
  'POST /seller/developer/addDeveloper?appName': {
    access: [rights.developer.add],
    input: { appName: 'ERP' },
    gives: { ...ISSUED, appName: 'ERP' },
    refuses: { appName: { appName: ' ' } },
  },
  'GET /seller/developer/getDeveloper': {
    access: [rights.developer.view],
    gives: ({ main }: World) => ({
      list: [
        {
          ...KEY,
          id: expect.any(Number),
          appName: 'ERP',
          createdAt: WHEN,
          createdBy: main.userLoginId,
          refreshedAt: null,
        },
      ],
    }),
  },
  'GET /seller/developer/refreshDeveloperKey?id': {
    access: [rights.developer.refresh],
    input: first,
    gives: { ...ISSUED, appName: 'ERP' },
    refuses: { id: {} },
  },
  'DELETE /seller/developer/delDeveloper?id': {
    access: [rights.developer.delete],
    input: first,
    gives: OK,
    refuses: { id: { id: 'x' } },
  },
});

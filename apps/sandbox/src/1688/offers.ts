/** A specification that a buyer can order. Prices in cents. */
export interface Spec {
  specId: string;
  name: string;
  price: number;
  stock: number;
}
export interface Offer {
  offerId: string;
  seller: string;
  title: string;
  unit: string;
  /** The smallest quantity of an order, over all specifications. */
  minimum: number;
  /** Of an order with goods of this offer. */
  freight: number;
  online: boolean;
  /** The buyer has put it on the list of goods to sell abroad; otherwise its details are kept from programs. */
  listed: boolean;
  specs: Spec[];
}

const spec = (n: number, name: string, price: number, stock: number): Spec => ({
  specId: `${(0xa1b2c3 + n * 7919).toString(16)}e6d1f24c0b8a9e7d5f3c1b2a0`.slice(0, 32).padEnd(32, '0'),
  name,
  price,
  stock,
});

/** What two factories sell, as a reset leaves it. */
export function freshOffers(): Offer[] {
  const common = { online: true, listed: true, minimum: 1 };
  return [
    {
      ...common,
      offerId: '682710045501',
      seller: '义乌小山家居',
      title: '北欧风陶瓷马克杯 带盖勺 400ml',
      unit: '个',
      freight: 800,
      specs: [spec(1, '白色', 980, 5000), spec(2, '墨绿', 1050, 1200)],
    },
    {
      ...common,
      offerId: '682710045502',
      seller: '义乌小山家居',
      title: '硅胶折叠收纳盒 厨房家用',
      unit: '套',
      minimum: 10,
      freight: 1200,
      specs: [spec(3, '三件套', 400, 900), spec(4, '五件套', 640, 300)],
    },
    {
      ...common,
      offerId: '682710045503',
      seller: '义乌小山家居',
      title: '竹纤维洗碗布 吸水不掉毛',
      unit: '包',
      freight: 600,
      specs: [spec(5, '10片装', 250, 20_000)],
    },
    {
      ...common,
      offerId: '699000112201',
      seller: '深圳明科电子',
      title: 'USB-C 快充数据线 1米 编织',
      unit: '条',
      freight: 1000,
      specs: [spec(6, '黑色', 530, 8000)],
    },
  ];
}

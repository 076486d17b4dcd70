import type { TextPairs } from '@tradewind/contract/words.ts';

/** Texts of the visitors' pages and of the installable app. */
export const texts = {
  visit: {
    headline: ['订单、库存、仓库、物流和利润，一个系统', 'Orders, stock, warehouse, shipping and profit in one system'],
    lead: [
      'Tradewind 是跨境电商卖家和团队的后台：订单自动同步，按规则审核和配货，扫码拣货打包，面单、标发和每单利润都能追溯。',
      'Tradewind is the back office for cross-border sellers and their teams. Orders sync automatically, rules review and allocate them, your team picks and packs by scanner, and you can trace every label, shipment confirmation and order profit.',
    ],
    register: ['注册公司', 'Register a company'],
    login: ['登录', 'Sign in'],
    supported: ['查看支持的平台', 'Supported platforms'],
    points: {
      never: {
        title: ['不超卖', 'No overselling'],
        text: ['库存逐笔占用：再多人同时操作，一件货也只卖一次。', 'A ledger allocates every unit: it sells once, no matter how many people work at the same time.'],
      },
      once: {
        title: ['不丢单、不重单', 'No lost or duplicate orders'],
        text: ['每个平台的订单按编号只接收一次，中断后从断点继续。', 'Each platform order is imported once by its number. After an interruption, sync resumes where it stopped.'],
      },
      trace: {
        title: ['每个数字可追溯', 'Every figure traceable'],
        text: ['点开库存、成本和利润，即可看到来源单据。', 'Click any stock, cost or profit figure to see its source documents.'],
      },
      scan: {
        title: ['手机就能扫码', 'Scan with a phone'],
        text: ['入库、拣货、打包用手机或扫码枪，断网时先排队再同步。', 'Receive, pick and pack by phone or scanner. Offline scans queue up and sync later.'],
      },
      safe: {
        title: ['按权限看数据', 'Data by permission'],
        text: ['店铺、仓库、成本价和买家资料，只有有权限的人能看到。', 'Only people with permission see shops, warehouses, cost prices and buyer data.'],
      },
      both: {
        title: ['中英文', 'Chinese and English'],
        text: ['界面、提示和单据随时切换中文和英文。', 'Pages, messages and documents switch between Chinese and English at any time.'],
      },
    },
  },
  supported: {
    intro: ['“已接入”可在系统设置中授权使用，“筹备中”暂不能连接。', 'You can connect everything under “Supported” in System settings. You cannot connect “Coming soon” yet.'],
    ready: ['已接入', 'Supported'],
    planned: ['筹备中', 'Coming soon'],
    platforms: ['销售平台', 'Marketplaces'],
    warehouses: ['仓库', 'Warehouses'],
    carriers: ['承运商', 'Carriers'],
    own: ['自营仓（Tradewind 仓库管理，扫码作业）', 'Your own warehouses (run by Tradewind, with scanners)'],
    rented: ['第三方仓、海外仓（库存和出库单）', 'Third-party and overseas warehouses (stock and outbound orders)'],
    more: ['其他第三方仓系统', 'Other third-party warehouse systems'],
  },
  pwa: {
    intro: ['把 Tradewind 装到手机或电脑桌面，用摄像头或扫码枪入库、拣货和打包，不需要应用商店。', 'Install Tradewind on a phone or desktop and receive, pick and pack with the camera or a scanner. No app store needed.'],
    install: ['安装到此设备', 'Install on this device'],
    installed: ['此设备已安装', 'Installed on this device'],
    scanMe: ['用手机扫码打开', 'Scan to open it on a phone'],
    ios: ['iPhone / iPad', 'iPhone / iPad'],
    iosSteps: ['用 Safari 打开上面的地址，点“分享”，选择“添加到主屏幕”。', 'Open the address above in Safari, tap Share, then “Add to Home Screen”.'],
    android: ['Android', 'Android'],
    androidSteps: ['用 Chrome 打开上面的地址，点右上角菜单，选择“安装应用”。', 'Open the address above in Chrome, open the menu at the top right, then “Install app”.'],
    desktop: ['电脑', 'Desktop'],
    desktopSteps: ['用 Chrome 或 Edge 打开，点地址栏右侧的安装图标。', 'Open it in Chrome or Edge and click the install icon at the right of the address bar.'],
    offline: ['没有网络时也能打开；数据始终来自服务器，不会在设备上留下副本。', 'It opens offline too. Data always comes from the server; no copy stays on the device.'],
  },
} satisfies TextPairs;

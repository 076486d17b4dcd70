import {
  AmazonOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CodeOutlined,
  CustomerServiceOutlined,
  HomeOutlined,
  InboxOutlined,
  MessageOutlined,
  MoneyCollectOutlined,
  RocketOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  TeamOutlined,
  TruckOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** The icons that the server's menu names. */
const ICONS: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  product: <ShoppingOutlined />,
  purchase: <ShoppingCartOutlined />,
  order: <ShopOutlined />,
  transit: <RocketOutlined />,
  warehouse: <InboxOutlined />,
  logistics: <TruckOutlined />,
  finance: <MoneyCollectOutlined />,
  report: <BarChartOutlined />,
  analytics: <AmazonOutlined />,
  customer: <TeamOutlined />,
  message: <MessageOutlined />,
  approval: <AuditOutlined />,
  distribution: <ApartmentOutlined />,
  workorder: <CustomerServiceOutlined />,
  system: <SettingOutlined />,
  developer: <CodeOutlined />,
};

export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? <AppstoreOutlined />;
}

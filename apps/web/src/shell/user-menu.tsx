import {
  BorderOutlined,
  CheckSquareOutlined,
  CodeOutlined,
  CrownOutlined,
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  MobileOutlined,
  QuestionCircleOutlined,
  RocketOutlined,
  ShopOutlined,
  SwapOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { logout } from '@tradewind/contract/identity.ts';
import { Avatar, Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callApi } from '../api/client.ts';
import { toast } from '../api/toast.ts';
import { useVisitSample } from '../components/sample.ts';
import { useAllPlatforms } from './platform-menu.ts';
import { HOME, resolvePath } from './resolve.ts';
import { leave, useSession, useUser } from './session.ts';
import { shortcutsSignal } from './shortcuts-key.tsx';

export function UserMenu(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  // The sample company is looked up only when somebody moves to the menu.
  const [near, setNear] = useState(false);
  const sample = useVisitSample(near);
  const menu = useSession()?.menu ?? [];
  const [all, showAll] = useAllPlatforms();
  const leadsTo = (path: string) => resolvePath(path, menu).kind === 'page';
  const name = user.name || user.userLoginId;
  const signOut = async () => {
    try {
      await callApi(logout, {}, { quiet: true });
      leave();
    } catch (error) {
      toast.error(error);
    }
  };
  const own = user.reducedMenu
    ? []
    : [
        { key: 'platforms', icon: all ? <CheckSquareOutlined /> : <BorderOutlined />, label: t('user.allPlatforms') },
        { key: 'keys', icon: <QuestionCircleOutlined />, label: t('keys.title') },
        { key: `${HOME}?guide=1`, icon: <RocketOutlined />, label: t('user.setup') },
        ...(sample ? [{ key: 'sample', icon: <ShopOutlined />, label: t('user.sample') }] : []),
        {
          key: '/choosePlan',
          icon: <CrownOutlined />,
          label: `${t('user.plan')}: ${user.setMealName}`,
          disabled: !leadsTo('/choosePlan'),
        },
        { key: '/ChangePassword', icon: <KeyOutlined />, label: t('user.password') },
        ...(user.v2Url ? [{ key: 'v2', icon: <SwapOutlined />, label: <a href={user.v2Url}>{t('user.v2')}</a> }] : []),
        { key: '/APP', icon: <MobileOutlined />, label: t('user.app') },
        ...(leadsTo('/developer') ? [{ key: '/developer', icon: <CodeOutlined />, label: t('user.developer') }] : []),
        { type: 'divider' as const },
      ];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'who',
            disabled: true,
            label: (
              <div className="tw-who">
                <strong>{name}</strong>
                <div>{user.companyName}</div>
                <div>{user.userLoginId}</div>
              </div>
            ),
          },
          { type: 'divider' },
          { key: '/profile', icon: <UserOutlined />, label: t('user.profile') },
          ...own,
          { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout') },
        ],
        onClick: ({ key }) => {
          if (key === 'logout') void signOut();
          else if (key === 'platforms') showAll(!all);
          else if (key === 'sample') sample?.visit();
          else if (key === 'keys') shortcutsSignal.send();
          else if (key.startsWith('/')) navigate(key);
        },
      }}
    >
      <Button
        type="text"
        className="tw-user"
        aria-label={`${t('user.menu')}: ${name}`}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        <Avatar size={22} className="tw-avatar" data-female={user.userSex === t('user.female') || undefined}>
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <span className="tw-wide-only">{name}</span>
        <DownOutlined className="tw-wide-only" />
      </Button>
    </Dropdown>
  );
}

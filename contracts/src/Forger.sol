// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// What somebody does who wants a transfer to be seen that was none, or many at once.
contract Forger {
    /// Logs a transfer that no token made.
    function pretend(address from, address to, uint256 value) external {
        emit IERC20.Transfer(from, to, value);
    }

    /// Sends, and takes it all back.
    function sendAndRevert(IERC20 token, address to, uint256 value) external {
        token.transferFrom(msg.sender, to, value);
        revert("taken back");
    }

    /// Sends to many in one transaction.
    function sendMany(IERC20 token, address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) token.transferFrom(msg.sender, to[i], value);
    }

    /// Moves nothing out of somebody's address, which anybody may: their wallet then shows it among its transfers.
    function poison(IERC20 token, address from, address to) external {
        token.transferFrom(from, to, 0);
    }
}
